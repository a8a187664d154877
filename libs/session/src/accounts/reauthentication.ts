/**
 * Signing in again, for requests that need a recent sign-in or the second factor. The shell asks the user for the
 * password or a mailed code, then for the code of the authenticator app if it is due. The request then runs again.
 */
import { isAppError } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { createPageValue } from '../pageValue';
import { replacingSession } from '../replacedSession';
import { onSessionEvent, readSession } from '../sessionState';
import { callAuth } from './authFailure';
import { readHasPassword } from './hasPassword';
import { beginMailedFlow } from './mailedFlow';
import { readMfaStatus, refreshSession } from './mfa';
import { redirectUrl } from './redirectUrl';

/** A sign-in that the shell asks the user for. */
export interface Reauthentication {
  /** Only the code of this factor is due. Undefined: the user has to sign in first. */
  factor: string | undefined;
  /** Without a password, only a mailed code can confirm the user. */
  hasPassword: boolean;
  /** `isDone`: the user has signed in again, with the second factor where it is on. */
  answer(isDone: boolean): void;
}

const pending = createPageValue<Reauthentication | undefined>(undefined);

/** The sign-in that the shell asks for now, or undefined. */
export const useReauthentication = (): Reauthentication | undefined => pending.use();

const ask = ({ factor, hasPassword }: Pick<Reauthentication, 'factor' | 'hasPassword'>): Promise<boolean> =>
  new Promise((resolve) => {
    // One at a time: a new request cancels the previous one.
    pending.get()?.answer(false);
    // Another tab may sign in as another user, who must not confirm this request. Signing in again as the same user
    // emits no event.
    const unsubscribe = onSessionEvent(() => pending.get()?.answer(false));
    pending.set({
      factor,
      hasPassword,
      answer(isDone) {
        unsubscribe();
        pending.set(undefined);
        resolve(isDone);
      },
    });
  });

/** Codes of the auth service, and hints of the database and of the data API. */
const reasons: Readonly<Record<string, 'sign-in' | 'code'>> = {
  reauthentication_needed: 'sign-in',
  reauthenticate: 'sign-in',
  insufficient_aal: 'code',
};

function reasonOf(error: unknown): 'sign-in' | 'code' | undefined {
  const cause = isAppError(error) ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { code, hint } = cause as { code?: unknown; hint?: unknown };
  return reasons[String(code)] ?? reasons[String(hint)];
}

/** The factor whose code is due. It can be newer than the stored session. */
async function readDueFactor(): Promise<string | undefined> {
  await refreshSession();
  const { factor, isDue } = await readMfaStatus();
  return isDue ? factor : undefined;
}

function userId(): string | undefined {
  const session = readSession();
  return session.status === 'signed-in' ? session.user.id : undefined;
}

/**
 * Returns the result of `work`. When it needs a recent sign-in or the second factor, asks the user and runs it once
 * more; returns undefined when the user cancels.
 * @throws as `work`
 */
export async function withRecentSignIn<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  const user = userId();
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    const factor = reason === 'code' ? await readDueFactor() : undefined;
    if (reason === undefined || (reason === 'code' && factor === undefined)) throw error;
    const hasPassword = reason === 'sign-in' && (await readHasPassword());
    // Another tab has signed in as another user.
    if (userId() !== user) throw error;
    return (await ask({ factor, hasPassword })) ? work() : undefined;
  }
}

/** Mails a code for `signInWithCode`. @throws `rate_limited`, `unavailable`, `unexpected` */
export async function sendSignInCode(email: string): Promise<void> {
  const options = { shouldCreateUser: false, emailRedirectTo: redirectUrl() };
  await callAuth('mail a code', () => supabase().auth.signInWithOtp({ email, options }));
  await beginMailedFlow(email);
}

/**
 * Signs in with a mailed code. Ends the session that it replaces.
 * @throws `unauthenticated` (wrong or expired), `rate_limited`, `unavailable`, `unexpected`
 */
export async function signInWithCode(email: string, code: string): Promise<void> {
  await replacingSession(() =>
    callAuth('login with a code', () => supabase().auth.verifyOtp({ email, token: code, type: 'email' })),
  );
}
