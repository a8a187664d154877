/** The session and the security features of the browser. It emits events; the platform shows them. */
export {
  isSessionValid,
  onSessionEvent,
  readSession,
  whenSessionKnown,
  type SessionEvent,
  type SessionState,
  type SignedInUser,
} from './sessionState';
export { retrySignOut, signOut, signOutOthers } from './signOut';
export { startSession } from './startSession';
export { accessToken } from './accessToken';
export { isCommonPassword, quotedMessage } from './accounts/authFailure';
export { setEmailChanged, useEmailChanged } from './accounts/changedEmail';
export { changeEmail, confirmEmail } from './accounts/emailAddress';
export { readHasPassword } from './accounts/hasPassword';
export { type LinkFailure, setLinkFailure, useLinkFailure } from './accounts/linkFailure';
export { confirmSignUp, MAIL_WAIT, requestRecovery, resendConfirmation } from './accounts/mails';
export {
  enrollFactor,
  type MfaStatus,
  type NewFactor,
  readMfaStatus,
  refreshSession,
  removeFactor,
  verifyFactor,
} from './accounts/mfa';
export { type Credentials, signIn, signUp } from './accounts/password';
export {
  type Reauthentication,
  sendSignInCode,
  signInWithCode,
  useReauthentication,
  withRecentSignIn,
} from './accounts/reauthentication';
export { type SignInQuestion, useSignInQuestion } from './accounts/signInQuestion';
export { signInWithProvider } from './accounts/provider';
/** @public `endRecovery` for slices that were built before the form could not be dismissed. */
export { endRecovery, setPassword, useRecovery } from './accounts/recovery';
export { type AuthAction, clearAttempts, mayAttempt, nextAttempt } from './security/attempts';
export { looksLikeScript, sanitizeInput } from './security/sanitize';
export {
  logSecurityEvent,
  onSecurityEvent,
  readSecurityLog,
  type SecurityEventType,
} from './security/securityLog';
export { onSuspicion } from './security/suspicion';
export { checkSession, type SessionCheckResult, watchSession } from './sessionCheck';
export { useSession } from './useSession';
export { userStorageKey } from './userStorage';

/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `SessionCheckResult`. */
  type SessionCheckResult as Verdict,
} from './sessionCheck';
