/** The text of the landing page. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  headline: 'Deploy AI Agents in Seconds',
  /** Words of the headline that stay on one line. */
  headlineUnbroken: 'AI Agents',
  lead: 'The AI agent marketplace where creators list AI agents and customers can find them. No technical expertise required.',
  browse: 'Browse Agents',
  submit: 'Submit AI Agent',
  comingSoon: 'Coming Soon',
  featuresTitle: 'From idea to working agent',
  featuresText: 'For agent builders, and for teams who want the work done.',
  instantDeployment: 'Instant Deployment',
  instantDeploymentText: 'Pick an agent, give it a name, and get an endpoint that your own code can call.',
  creatorEconomy: 'Creator Economy',
  creatorEconomyText: 'Charge per message or per month, and earn when others use your agent.',
  noCode: 'No Code Required',
  noCodeText: 'Browse, compare and choose in your browser. No developer needed.',
  featured: 'Featured AI Agents',
  loadingAgents: 'Loading agents',
  benefitsTitle: 'Why {product}',
  benefitsText: 'Find, try and pay for agents in one place.',
  quickDeployment: 'Quick Deployment',
  quickDeploymentText: 'Go from browsing to a working agent in minutes, with nothing to host.',
  globalMarketplace: 'Global Marketplace',
  globalMarketplaceText: 'One catalog, open to everyone, searchable by name, task or tag.',
  monetization: 'Monetization',
  monetizationText: 'Compare usage and earnings across all your agents.',
  founderTitle: 'Build what’s next with us',
  founderText:
    'The founder is looking for collaborators: creators who build agents, and teams who want to use them. Pick a time and tell us what you have in mind.',
  founderCall: 'Schedule a call with the founder',
  opensInNewTab: '(opens in a new tab)',
  askAgent: 'Ask a deployed agent',
  exampleActive: 'Active',
  exampleKey: 'API key',
  exampleEndpoint: 'Endpoint',

  copyright: '© {year} {owner}. All rights reserved.',
  ownership: 'Every agent belongs to its creator.',
});
