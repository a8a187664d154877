/** Who is signed in. It decides and emits events; what a person sees of them is the platform's. */
export {
  onSessionEvent,
  readSession,
  retrySignOut,
  type SessionEvent,
  type SessionState,
  type SignedInUser,
  signOut,
  startSession,
} from './session';
export { accessToken } from './accessToken';
export { quotedMessage } from './accounts/authFailure';
export { type LinkProblem, setLinkProblem, useLinkProblem } from './accounts/linkProblem';
export { MAIL_WAIT, requestRecovery, resendConfirmation } from './accounts/mails';
export {
  enrolFactor,
  type NewFactor,
  readSecondStep,
  removeFactor,
  type SecondStep,
  verifyFactor,
} from './accounts/mfa';
export { type Credentials, signIn, signUp } from './accounts/password';
export { signInWithProvider } from './accounts/provider';
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
export { checkSession, type Verdict, watchSession } from './sessionCheck';
export { useSession } from './useSession';
