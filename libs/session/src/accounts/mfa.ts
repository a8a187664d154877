/**
 * Two-step verification with an authenticator app (TOTP). Source: `/auth/v1/factors`, and `/auth/v1/user` for the list.
 * The composition says whether the backend supports it.
 */
import { type AuthSession, supabase } from '@slipway/data';
import { callAuth } from './authFailure';
import { dueFactorOf, factorOf } from './dueFactor';

/** A factor that is enrolled but not verified: the user has not entered its first code. */
export interface NewFactor {
  id: string;
  /** The QR code, as a data URI. */
  picture: string;
  /** The same secret, for manual entry. */
  secret: string;
}

/** The second factor of the account, and of this session. */
export interface MfaStatus {
  /** The id of the verified factor, or undefined if the user is not enrolled. */
  factor: string | undefined;
  /** Whether this session still needs a code. */
  isDue: boolean;
}

/**
 * Reads whether the user has a second factor, and whether this session needs it. The response also has the user's
 * address: a session with another one, which another browser may have confirmed, is renewed.
 * @throws `unavailable`, `unexpected`
 */
export async function readMfaStatus(): Promise<MfaStatus> {
  // Does not use the client's `mfa`: the dashboard calls this, and needs no other code of the client.
  const { auth } = supabase();
  const known = await callAuth('read MFA status', () => auth.getUser());
  const stored = await callAuth('read MFA status', () => auth.getSession());
  const { user } = known.data;
  const { session } = stored.data;
  if (user && session) renewChangedAddress(user, session.user);
  return {
    factor: user ? factorOf(user) : undefined,
    isDue: session !== null && dueFactorOf(session) !== undefined,
  };
}

/** Not awaited: the factors do not depend on it. A failure is logged, and the next read tries again. */
function renewChangedAddress(user: AuthSession['user'], stored: AuthSession['user']): void {
  if (user.id === stored.id && user.email !== stored.email) void refreshSession().catch(() => undefined);
}

/**
 * Starts enrollment, which is complete after the first correct code. Replaces factors that were never verified.
 * @throws `unavailable`, `unexpected`
 */
export async function enrollFactor(): Promise<NewFactor> {
  const { mfa } = supabase().auth;
  const { data: known } = await callAuth('enroll', () => mfa.listFactors());
  const unverified = known?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of unverified) await removeFactor(id);
  const { data } = await callAuth('enroll', () =>
    mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app', issuer: 'Slipway' }),
  );
  return { id: data?.id ?? '', picture: data?.totp.qr_code ?? '', secret: data?.totp.secret ?? '' };
}

/**
 * Verifies a code: completes enrollment the first time, and the sign-in after that.
 * @throws `unauthenticated` (wrong code), `rate_limited`, …
 */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  await callAuth('verify code', () => supabase().auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Renews the tokens, after the account's second factor was removed without this session. @throws `unavailable`, `unexpected` */
export async function refreshSession(): Promise<void> {
  await callAuth('refresh', () => supabase().auth.refreshSession());
}

/** Removes a factor of the user. @throws `unavailable`, `unexpected` */
export async function removeFactor(factorId: string): Promise<void> {
  await callAuth('remove factor', () => supabase().auth.mfa.unenroll({ factorId }));
}
