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
export { useSession } from './useSession';
