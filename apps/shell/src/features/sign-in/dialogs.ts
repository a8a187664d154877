/** The dialogs that ask who the user is, in one file: each file adds its hash to the first script. */
export { IdentityDialog } from './IdentityDialog';
export { SignInDialog } from './SignInDialog';
