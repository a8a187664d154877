/** Who is signed in. It decides and emits events; what a person sees of them is the platform's. */
export {
  onSessionEvent,
  readSession,
  type SessionEvent,
  type SessionState,
  type SignedInUser,
  startSession,
} from './session';
export { signIn, signOut, signUp } from './signIn';
export { type AuthAction, clearAttempts, mayAttempt } from './security/attempts';
export { looksLikeScript, sanitizeInput } from './security/sanitise';
export { logSecurityEvent, readSecurityLog, type SecurityEventType } from './security/securityLog';
export { useSession } from './useSession';
