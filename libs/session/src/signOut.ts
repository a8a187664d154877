/** Ends the session: on request, or when it is no longer valid. */
import { forgetStoredSession, supabase } from '@slipway/data';
import { callAuth, quotedMessage } from './accounts/authFailure';
import { hadEarlierSession } from './earlierSession';
import {
  beginEnding,
  cancelEnding,
  emitSessionEvent,
  finishEnding,
  readSession,
  transitionTo,
} from './sessionState';

/** The token of a session that this browser could not end on the server. Only in memory. */
let unrevokedToken: string | undefined;

/**
 * Signs out in this browser; other devices stay signed in. Emits `signed-out` or `sign-out-failed`: the session is
 * deleted from this browser in both cases.
 */
export async function signOut(): Promise<void> {
  if (!beginEnding('requested')) return;
  const token = await storedToken();
  const failure = await endSession();
  unrevokedToken = failure ? token : undefined;
  transitionTo({ status: 'signed-out' });
  if (failure) finishEnding('sign-out-failed', quotedMessage(failure));
  else finishEnding('signed-out');
}

/**
 * Undefined without a session, and when auth-js, which would renew an expired one, cannot be loaded: the sign-out
 * continues.
 */
async function storedToken(): Promise<string | undefined> {
  try {
    const { data } = await supabase().auth.getSession();
    return data.session?.access_token;
  } catch {
    return undefined;
  }
}

/** Ends the user's sessions in other browsers. @throws `unavailable`, `unexpected` */
export async function signOutOthers(): Promise<void> {
  await callAuth('end other sessions', () => supabase().auth.signOut({ scope: 'others' }));
}

/** Repeats the request to the server after `sign-out-failed`. Emits the same events as `signOut`. */
export async function retrySignOut(): Promise<void> {
  if (!unrevokedToken) return;
  const token = unrevokedToken;
  const failure = await failureOf(() => supabase().auth.admin.signOut(token, 'local'));
  if (!failure) unrevokedToken = undefined;
  if (failure) emitSessionEvent('sign-out-failed', quotedMessage(failure));
  else emitSessionEvent('signed-out');
}

/**
 * Ends a session that is no longer valid. Emits `expired` once, whether or not the server responds, and nothing when
 * the session has already ended.
 */
export async function expireSession(): Promise<void> {
  if (!beginEnding('expired')) return;
  if (readSession().status === 'signed-in') {
    await endSession();
    transitionTo({ status: 'signed-out' });
  } else if (hadEarlierSession()) finishEnding('expired');
  else cancelEnding();
}

/** Calls the service. Returns its error, which `callAuth` has recorded. */
const failureOf = (call: Parameters<typeof callAuth>[1]): Promise<unknown> =>
  callAuth('logout', call).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Always deletes the stored session. Returns the error if the server could not be reached. */
async function endSession(): Promise<unknown> {
  const failure = await failureOf(() => supabase().auth.signOut({ scope: 'local' }));
  forgetStoredSession();
  return failure;
}
