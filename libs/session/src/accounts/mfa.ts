/**
 * The second step: a code from an authenticator app (TOTP). Source: `/auth/v1/factors`, and `/auth/v1/user` for the list.
 * Hosted Supabase has it; the embedded service has not, and the composition says so.
 */
import { supabase } from '@slipway/data';
import { answered } from './authFailure';

export interface NewFactor {
  id: string;
  /** What a camera reads, as a data URI. */
  picture: string;
  /** The same to type. */
  secret: string;
}

/** What stands between the person and their account, and what they have set up. */
export interface SecondStep {
  /** The verified factor, if there is one: what counts as enrolled. */
  factor: string | undefined;
  /** A code is asked for in this session still. */
  isDue: boolean;
}

/** @throws `unavailable`, `unexpected` */
export async function readSecondStep(): Promise<SecondStep> {
  const { mfa } = supabase().auth;
  const { data } = await answered('second step', () => mfa.listFactors());
  const level = await answered('second step', () => mfa.getAuthenticatorAssuranceLevel());
  return {
    factor: data?.totp[0]?.id,
    isDue: level.data?.nextLevel === 'aal2' && level.data.currentLevel !== 'aal2',
  };
}

/** Begins to enrol; it counts once a code of it was right. An attempt that was given up is replaced. @throws as above */
export async function enrolFactor(): Promise<NewFactor> {
  const { mfa } = supabase().auth;
  const { data: known } = await answered('enrol', () => mfa.listFactors());
  const givenUp = known?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of givenUp) await removeFactor(id);
  const { data } = await answered('enrol', () =>
    mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app', issuer: 'Slipway' }),
  );
  return { id: data?.id ?? '', picture: data?.totp.qr_code ?? '', secret: data?.totp.secret ?? '' };
}

/** A code of a factor: enrols it the first time, and lets the person in. @throws `unauthenticated` (wrong), `rate_limited`, … */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  await answered('second step', () => supabase().auth.mfa.challengeAndVerify({ factorId, code }));
}

/** @throws `unavailable`, `unexpected` */
export async function removeFactor(factorId: string): Promise<void> {
  await answered('remove factor', () => supabase().auth.mfa.unenroll({ factorId }));
}
