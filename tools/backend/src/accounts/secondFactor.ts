/**
 * The second factor (TOTP) of GoTrue, which `@supabase/lite` lacks: enrollment, challenges, verification and removal,
 * with GoTrue's responses and errors. A code is accepted once, and wrong ones are limited per account. The secret is
 * encrypted in the database. Unlike GoTrue's, a factor is added and removed only soon after a sign-in: a stolen session
 * could lock the owner out.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { RateLimiter } from '@slipway/server';
import { authError, invalidInput, tooManyRequests } from '../lite/authError';
import { type AuthService, inTransaction, type SessionResponse } from '../lite/authService';
import { assertChallenge, createChallenge } from './challenges';
import type { Encrypted, Encryption } from './encryption';
import { addFactor, earlierKey, factorsOf, hasSecondFactor } from './factors';
import type { Notify, RecordEvent } from './services';
import { enrollment, newSecret, stepOf } from './totp';

/** GoTrue's `max_enrolled_factors`, as in `supabase/config.toml`. */
const FACTORS_MAX = 2;

/** Who asks, and the service that the request has. */
export interface Caller {
  auth: AuthService;
  userId: string;
  sessionId: string;
  aal: string;
  /** Whether the user signed in within the last 15 minutes. */
  isRecent: boolean;
  address: string;
}

interface Services {
  /** Encrypts the secrets of factors. */
  encryption: Encryption;
  /** Codes per account. */
  tries: RateLimiter;
  /** Shown in authenticator apps. */
  issuer: string;
  notify: Notify;
  record: RecordEvent;
}

interface FactorRow extends Encrypted {
  id: string;
  status: 'unverified' | 'verified';
}

async function factorOf(db: Kysely<unknown>, userId: string, id: string): Promise<FactorRow> {
  const { rows } = await sql<FactorRow>`
    select id, status, secret, key_id from auth.mfa_factors where id::text = ${id} and user_id = ${userId}
  `.execute(db);
  const [factor] = rows;
  if (!factor) throw authError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

const insufficientLevel = (message: string) => authError(422, 'insufficient_aal', message);
const tooOld = (change: string) =>
  authError(400, 'reauthentication_needed', `${change} requires reauthentication`);

/** The session, now of level aal2, with new tokens. Sessions without the second factor end. */
async function raiseSession({ auth, userId, sessionId }: Caller, factorId: string): Promise<SessionResponse> {
  const { db } = auth.repo;
  await sql`update auth.sessions set aal = 'aal2', factor_id = ${factorId} where id = ${sessionId}`.execute(
    db,
  );
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = now()
  `.execute(db);
  await sql`
    delete from auth.sessions where user_id = ${userId} and coalesce(aal, 'aal1') = 'aal1'
  `.execute(db);
  await auth.repo.revokeSessionRefreshTokens(sessionId);
  await auth.repo.createRefreshToken({ token: '', user_id: userId, session_id: sessionId });
  const user = await auth.repo.findUserById(userId);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return auth.createRefreshResponse(user, sessionId, '', new Date().toISOString());
}

export function secondFactor({ encryption, tries, issuer, notify, record }: Services) {
  const tell = async ({ auth, userId }: Caller, state: 'on' | 'off') => {
    record(state === 'on' ? 'second_factor_enrolled' : 'second_factor_removed', userId);
    const user = await auth.repo.findUserById(userId);
    notify(
      user?.email ?? '',
      `Two-step verification is ${state}`,
      `Two-step verification of your account was turned ${state}. If this was not you, change your password now.`,
    );
  };
  return {
    async enroll({ auth, userId, aal, isRecent }: Caller, body: Record<string, unknown>) {
      const { factor_type: type, friendly_name: name = '', issuer: shown } = body;
      if (type !== 'totp') throw invalidInput('factor_type needs to be totp');
      if (typeof name !== 'string' || name.length > 100) throw invalidInput('friendly_name must be text');
      const user = await auth.repo.findUserById(userId);
      const [id, secret] = [randomUUID(), newSecret()];
      await inTransaction(auth, async () => {
        const { db } = auth.repo;
        // One enrollment of an account at a time, so that each counts the factors of the ones before.
        await sql`select id from auth.users where id = ${userId} for update`.execute(db);
        const factors = await factorsOf(db, userId);
        if (hasSecondFactor(factors) && aal !== 'aal2')
          throw insufficientLevel('AAL2 required to enroll a new factor');
        if (!isRecent) throw tooOld('Enrolling a factor');
        if (factors.some(({ friendly_name: known }) => known === name)) {
          const message = `A factor with the friendly name "${name}" for this user already exists`;
          throw authError(422, 'mfa_factor_name_conflict', message);
        }
        if (factors.length >= FACTORS_MAX) {
          const message = 'Maximum number of verified factors reached, unenroll to continue';
          throw authError(422, 'too_many_enrolled_mfa_factors', message);
        }
        await addFactor(db, { id, userId, name, secret }, encryption);
      });
      const label = { issuer: typeof shown === 'string' && shown ? shown.slice(0, 100) : issuer };
      const totp = enrollment(secret, { ...label, email: user?.email ?? '' });
      return { id, type: 'totp', friendly_name: name, totp };
    },

    async challenge({ auth, userId, address }: Caller, factorId: string) {
      const factor = await factorOf(auth.repo.db, userId, factorId);
      return createChallenge(auth.repo.db, factor.id, address);
    },

    async verify(
      caller: Caller,
      factorId: string,
      { code, challenge_id: challengeId }: Record<string, unknown>,
    ) {
      const { auth, userId } = caller;
      if (typeof code !== 'string' || code === '') throw invalidInput('Code needs to be non-empty');
      const factor = await factorOf(auth.repo.db, userId, factorId);
      await assertChallenge(auth.repo.db, factor.id, String(challengeId), caller.address);
      if ((await tries.take(userId)) > 0) throw tooManyRequests();
      const secret = encryption.decrypt(factor);
      if (secret === undefined) throw earlierKey();
      const step = stepOf(secret, code);
      const session = await inTransaction(auth, async () => {
        const { db } = auth.repo;
        // It was added while the first factor was verified: by another session, which may be a thief's.
        if (
          factor.status === 'unverified' &&
          caller.aal !== 'aal2' &&
          hasSecondFactor(await factorsOf(db, userId))
        )
          throw insufficientLevel('AAL2 required to verify a new factor');
        // Only one of two uses of a code, also at the same time, finds an older step.
        const { rows } = await sql`
          update auth.mfa_factors set last_step = ${step ?? 0}, status = 'verified', updated_at = now()
          where id = ${factor.id} and last_step < ${step ?? 0} returning id
        `.execute(db);
        if (rows.length === 0) throw authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
        await sql`update auth.mfa_challenges set verified_at = now() where id::text = ${String(challengeId)}`.execute(
          db,
        );
        await sql`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`.execute(
          db,
        );
        return raiseSession(caller, factor.id);
      });
      await tries.giveBack(userId);
      if (factor.status === 'unverified') await tell(caller, 'on');
      return session;
    },

    async remove(caller: Caller, factorId: string) {
      const { auth, userId, aal, isRecent } = caller;
      const factor = await factorOf(auth.repo.db, userId, factorId);
      if (factor.status === 'verified' && aal !== 'aal2')
        throw insufficientLevel('AAL2 required to unenroll verified factor');
      if (factor.status === 'verified' && !isRecent) throw tooOld('Removing a factor');
      await inTransaction(auth, async () => {
        const { db } = auth.repo;
        await sql`delete from auth.mfa_factors where id = ${factor.id}`.execute(db);
        if (hasSecondFactor(await factorsOf(db, userId))) return;
        await sql`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${userId}`.execute(
          db,
        );
        await sql`
          delete from auth.mfa_amr_claims a using auth.sessions s
          where s.id = a.session_id and s.user_id = ${userId} and a.authentication_method = 'totp'
        `.execute(db);
      });
      if (factor.status === 'verified') await tell(caller, 'off');
      return { id: factor.id };
    },
  };
}

export type SecondFactor = ReturnType<typeof secondFactor>;
