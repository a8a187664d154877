/** Every string that the shell shows, in its frame and on its pages, as ICU messages. */
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  // The frame
  mainNavigation: 'Main',
  pageNavigation: 'This page',
  navigation: 'Navigation',
  openNavigation: 'Open navigation menu',
  partFailed: 'Couldn’t open this. Check your connection, then try again.',
  dashboard: 'Dashboard',
  myAgents: 'My Agents',
  marketplace: 'Marketplace',
  deployments: 'Deployments',
  billing: 'Billing',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  signOut: 'Sign Out',
  themeIsSystem: 'Theme: System',
  themeIsLight: 'Theme: Light',
  themeIsDark: 'Theme: Dark',
  connection: 'Connection',
  offline: 'You are offline. Your input stays here, and the page continues when you are online again.',
  copyright: '© {year} {owner}. All rights reserved.',
  ownership: 'Every agent belongs to its creator.',

  // A link that another browser requested
  signInAs: 'Sign in as {email}?',
  signInAsText: 'This browser didn’t request the link you opened.',
  signInAsSwitch: 'You’re signed in as {current}. This browser didn’t request the link you opened.',
  signInAsWarning:
    'Sign in only if this account is yours. If another user sent you the link, everything you enter is saved in their account.',
  signInAsYes: 'Yes, sign in',

  // The command menu
  commandMenu: 'Search',
  commandHint: 'Pages, agents, deployments',
  commandKeys: '↑ ↓ to choose · Enter to go · Esc to close',
  home: 'Home',
  pages: 'Pages',
  agents: 'Agents',
  actions: 'Actions',
  useLight: 'Use the light theme',
  useDark: 'Use the dark theme',
  useSystem: 'Use the system theme',
  allowMenu: 'Allow the right-click menu and developer shortcuts',
  blockMenu: 'Block the right-click menu and developer shortcuts',
  releaseTools: 'Releases on this page',
  resultCount: '{count, plural, one {# result} other {# results}}',
  searching: 'Searching…',
  noResults: 'No results for “{query}”',
  searchFailed: 'Couldn’t search agents. Try again in a moment.',

  // The landing page
  headline: 'Deploy AI Agents in Seconds',
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

  // Signing in again, for what needs a recent sign-in
  identityTitle: 'Confirm it’s you',
  passwordText: 'You signed in more than 15 minutes ago. Enter your password to continue.',
  password: 'Password',
  passwordMissing: 'Enter your password',
  passwordWrong: 'Wrong password',
  confirm: 'Confirm',
  mailCodeInstead: 'Email me a code instead',
  mailText: 'You signed in more than 15 minutes ago. We’ll email a code to {email}.',
  mailCode: 'Email me a code',
  mailedText: 'Enter the code we sent to {email}. It works once and expires in an hour.',
  mailedCode: 'Code from the email',
  mailedCodeMissing: 'Enter the code from the email',
  mailedCodeWrong: 'That code is wrong or has expired.',
  sendAgain: 'Send again',
  usePassword: 'Use your password',
  mailLimited: 'We just sent an email. Try again in a minute.',
  mailFailed: 'Couldn’t send the email. Try again in a moment.',
  identityLimited: 'Too many attempts. Please wait before trying again.',
  signInFailed: 'Couldn’t sign you in. Try again in a moment.',
  identityFailed: 'Something went wrong. Try again in a moment.',

  // The code of the authenticator app
  challengeTitle: 'Enter your code',
  challengeText: 'Open your authenticator app and enter the code for Slipway.',
  code: 'Six-digit code',
  verify: 'Verify',
  wrongCode: 'That code is wrong or has expired. Enter the current one.',
  useRecoveryCode: 'Use a recovery code',
  recoveryCodeTitle: 'Enter a recovery code',
  recoveryCodeText: 'It turns two-step verification off, so that you can set it up with a new app.',
  recoveryCode: 'Recovery code',
  wrongRecoveryCode: 'That code is wrong or was used. After five wrong codes, wait an hour.',
  recovered: 'You’re in. Two-step verification is off: turn it on again with your new app.',
  back: 'Back',
  cancel: 'Cancel',

  // The dashboard
  authenticationStatus: 'Authentication status',
  signedIn: 'Signed in',
  email: 'Email',
  userId: 'User ID',
  emailConfirmed: 'Email confirmed',
  yes: 'Yes',
  no: 'No',
  quickActions: 'Quick Actions',
  createAgent: 'Create New Agent',
  browseMarketplace: 'Browse Marketplace',
  account: 'Your account',
  totalAgents: 'Total Agents',
  totalAgentsHint: 'Created by you, now',
  activeUsers: 'Active Users',
  activeUsersHint: 'In the last 30 days',
  revenue: 'Revenue',
  revenueHint: 'Charged to users of your agents, all time',
  interactions: 'Interactions',
  interactionsHint: 'Messages of other users, all time',
  totalsFailed: 'Couldn’t load your totals',
  gettingStarted: 'Getting started',
  stepAgent: 'Choose an agent in the marketplace, or create one',
  stepDeploy: 'Deploy it',
  stepCall: 'Call it from your code',
  stepDone: 'Done',
  stepOpen: 'To do',
  recentActivity: 'Recent Activity',
  activityFailed: 'Couldn’t load your activity',
  noActivity: 'No activity yet',
  noActivityText: 'Agents that you create, deploy, install or review appear here.',
  anAgent: 'an agent',
  aDeployment: 'a deployment',
  agentCreated: 'Created the agent {agent}',
  agentInstalled: 'Installed {agent}',
  agentReviewed: 'Reviewed {agent}',
  deploymentCreated: 'Deployed {deployment}',
  deploymentStarted: 'Started {deployment}',
  deploymentStopped: 'Stopped {deployment}',
  deploymentDeleted: 'Deleted {deployment}',
  somethingElse: 'Made a change',

  // The not-found page
  notFound: 'Oops! Page not found',
  notFoundText: 'Check the address. The page may have moved.',
  returnHome: 'Return to Home',
});

const codeOf = (error: Error): ErrorCode => (isAppError(error) ? error.code : 'unexpected');

export function signInAgainFailure(error: Error, step: 'password' | 'mail' | 'code'): string {
  const code = codeOf(error);
  if (code === 'unauthenticated') return t(step === 'code' ? 'mailedCodeWrong' : 'passwordWrong');
  return code === 'rate_limited' ? t('identityLimited') : t('signInFailed');
}

export const mailFailure = (error: Error): string =>
  codeOf(error) === 'rate_limited' ? t('mailLimited') : t('mailFailed');

const codeFailures: Partial<Record<ErrorCode, string>> = {
  unauthenticated: t('wrongCode'),
  rate_limited: t('identityLimited'),
};

export const codeFailure = (error: Error): string => codeFailures[codeOf(error)] ?? t('identityFailed');
