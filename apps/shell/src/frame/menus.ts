/** The menus of the header, in one file: each file adds its hash to the first script. */
export { AccountMenu } from '../features/account/AccountMenu';
export { CommandMenu } from '../features/commands/CommandMenu';
export { NotificationsPanel } from '../features/notifications/NotificationsPanel';
export { ShortcutList } from '../features/shortcuts/ShortcutList';
export { NavigationDrawer } from './NavigationDrawer';
