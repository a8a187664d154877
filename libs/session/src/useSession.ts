import type { SessionState } from './sessionState';
import { sessionState } from './sessionState';

/** Who is signed in; `loading` until the stored session has been read. */
export const useSession = (): SessionState => sessionState.use();
