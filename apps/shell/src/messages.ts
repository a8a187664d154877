/**
 * The text of the frame and of the account menu, and strings that several parts show, as ICU messages. They are in the first
 * script. Each part that loads later has its text in its folder's `messages.ts`.
 */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
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
  accountMenu: 'Account menu',
  notificationsUnread:
    '{count, plural, =0 {Notifications} =10 {Notifications, 10 or more unread} other {Notifications, # unread}}',
  mailPreferences: 'Email preferences',
  profile: 'Profile',
  theme: 'Theme',
  'theme-light': 'Light',
  'theme-dark': 'Dark',
  'theme-system': 'System',
  themeIsSystem: 'Theme: System',
  themeIsLight: 'Theme: Light',
  themeIsDark: 'Theme: Dark',
  connection: 'Connection',
  offline: 'You are offline. Your input stays here, and the page continues when you are online again.',
  commandMenu: 'Search',
  shortcuts: 'Keyboard shortcuts',
  cancel: 'Cancel',
  yes: 'Yes',
  no: 'No',
});
