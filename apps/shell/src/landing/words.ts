/** Every word of the landing page, but for what the marketplace puts into its slot. */
import type { FeatureWords } from '@slipway/design-system/landing';

const comingSoon = 'Coming Soon';

const features: readonly FeatureWords[] = [
  {
    picture: 'zap',
    title: 'Instant Deployment',
    text: 'Pick an agent, give it a name, and get an endpoint that your own code can call.',
    mark: comingSoon,
  },
  {
    picture: 'coins',
    title: 'Creator Economy',
    text: 'Set a price by the message or by the month, and earn when others put your agent to work.',
    mark: comingSoon,
  },
  {
    picture: 'blocks',
    title: 'No Code Required',
    text: 'Browse, compare and choose from a page. A developer is welcome, and never needed.',
  },
];

const benefits: readonly FeatureWords[] = [
  {
    picture: 'rocket',
    title: 'Quick Deployment',
    text: 'From the first look to a working agent in one sitting, with nothing to host.',
    mark: comingSoon,
  },
  {
    picture: 'globe',
    title: 'Global Marketplace',
    text: 'One catalogue, open to every visitor, searched by name, by task or by tag.',
  },
  {
    picture: 'wallet',
    title: 'Monetization',
    text: 'What each agent was used for and what it earned, side by side, agent by agent.',
    mark: comingSoon,
  },
];

export const t = {
  headline: 'Deploy AI Agents in Seconds',
  lead: 'The AI agent marketplace where creators list AI agents and customers can find them. No technical expertise required.',
  browse: 'Browse Agents',
  submit: 'Submit AI Agent',
  featuresTitle: 'From an idea to an agent at work',
  featuresText: 'For those who build agents, and for those who only want the work done.',
  features,
  featured: 'Featured AI Agents',
  loading: 'Loading agents',
  benefitsTitle: 'Why Slipway',
  benefitsText: 'One place where an agent is found, tried and paid for.',
  benefits,
  founderTitle: 'Build the next part with us',
  founderText:
    'The founder is looking for collaborators: people who make agents, and teams who would put one to work. Pick a time and say what you have in mind.',
  founderCall: 'Schedule a call with the founder',
  opensInNewTab: '(opens in a new tab)',
} as const;

/** Where the founder's calendar is; on another host than the app's. */
export const founderCallAddress = 'https://cal.slipway.example/founder';
