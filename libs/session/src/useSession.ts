import { useSyncExternalStore } from 'react';
import { onSessionChange, readSession, type SessionState } from './session';

/** Who is signed in; `loading` until the stored session has been read. */
export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, readSession);
