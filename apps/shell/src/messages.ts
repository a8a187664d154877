/** Every word of the shell: its frame and its own pages. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  // The frame
  mainNavigation: 'Main',
  dashboard: 'Dashboard',
  myAgents: 'My Agents',
  marketplace: 'Marketplace',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  signOut: 'Sign Out',
  signOutFailed: 'Failed to sign out. Please try again.',
  themeIsSystem: 'Theme: System',
  themeIsLight: 'Theme: Light',
  themeIsDark: 'Theme: Dark',
  copyright: '© {year} {owner}. All rights reserved.',
  ownership: 'Every agent belongs to its creator.',

  // The landing page
  headline: 'Deploy AI Agents in Seconds',
  lead: 'The AI agent marketplace where creators list AI agents and customers can find them. No technical expertise required.',
  browse: 'Browse Agents',
  submit: 'Submit AI Agent',
  comingSoon: 'Coming Soon',
  featuresTitle: 'From an idea to an agent at work',
  featuresText: 'For those who build agents, and for those who only want the work done.',
  instantDeployment: 'Instant Deployment',
  instantDeploymentText: 'Pick an agent, give it a name, and get an endpoint that your own code can call.',
  creatorEconomy: 'Creator Economy',
  creatorEconomyText:
    'Set a price by the message or by the month, and earn when others put your agent to work.',
  noCode: 'No Code Required',
  noCodeText: 'Browse, compare and choose from a page. A developer is welcome, and never needed.',
  featured: 'Featured AI Agents',
  loadingAgents: 'Loading agents',
  benefitsTitle: 'Why {product}',
  benefitsText: 'One place where an agent is found, tried and paid for.',
  quickDeployment: 'Quick Deployment',
  quickDeploymentText: 'From the first look to a working agent in one sitting, with nothing to host.',
  globalMarketplace: 'Global Marketplace',
  globalMarketplaceText: 'One catalogue, open to every visitor, searched by name, by task or by tag.',
  monetization: 'Monetization',
  monetizationText: 'What each agent was used for and what it earned, side by side, agent by agent.',
  founderTitle: 'Build the next part with us',
  founderText:
    'The founder is looking for collaborators: people who make agents, and teams who would put one to work. Pick a time and say what you have in mind.',
  founderCall: 'Schedule a call with the founder',
  opensInNewTab: '(opens in a new tab)',
  askAgent: 'Ask a deployed agent',

  // The dashboard
  authenticationStatus: 'Authentication status',
  status: 'Status',
  signedIn: 'Signed in',
  email: 'Email',
  userId: 'User ID',
  emailConfirmed: 'Email confirmed',
  yes: 'Yes',
  no: 'No',
  quickActions: 'Quick Actions',
  browseMarketplace: 'Browse Marketplace',

  // The not-found page
  notFound: 'Oops! Page not found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  returnHome: 'Return to Home',

  // When the app cannot start
  notStarted: 'The app could not start',
  notStartedText: 'The page that arrived is not complete. Load it again; if that does not help, try later.',
  loadAgain: 'Load again',
});
