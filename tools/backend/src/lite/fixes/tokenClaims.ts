/**
 * Symptom: access tokens of `@supabase/lite` lack `kid`, `iss`, `aal` and `amr`, and its sessions the address and the browser.
 * Hosted Supabase: GoTrue adds the claims, and stores both with the session.
 * Test: `tokenClaims.test.ts`.
 */
import { decodeJwt, SignJWT } from 'jose';
import { type Kysely, sql } from 'kysely';
import { factorsOf } from '../../accounts/factors';
import { keyIdOf } from '../../accounts/secrets';
import { currentRequest } from '../currentRequest';
import type { AuthFix, SessionResponse } from '../authService';

interface TokenSettings {
  /** Signs sessions. */
  jwtSecret: string;
  /** The app's. */
  origin: string;
}

/** Stores the address and the method of a session's sign-in. */
async function describeSession(db: Kysely<unknown>, sessionId: string, method: string): Promise<void> {
  const request = currentRequest();
  const address = request?.address && /^[0-9a-f.:]+$/i.test(request.address) ? request.address : null;
  await sql`
    update auth.sessions set user_agent = ${request?.userAgent?.slice(0, 500) ?? null}, ip = ${address}::inet
    where id = ${sessionId}
  `.execute(db);
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()
  `.execute(db);
}

interface Level {
  aal: string;
  amr: { method: string; timestamp: number }[];
}

async function levelOf(db: Kysely<unknown>, sessionId: string): Promise<Level> {
  const { rows } = await sql<Level>`
    select coalesce(s.aal, 'aal1') as aal, coalesce((
      select jsonb_agg(
        jsonb_build_object('method', authentication_method, 'timestamp', extract(epoch from updated_at)::bigint)
        order by updated_at desc
      ) from auth.mfa_amr_claims where session_id = s.id
    ), '[]') as amr
    from auth.sessions s where s.id = ${sessionId}
  `.execute(db);
  return rows[0] ?? { aal: 'aal1', amr: [] };
}

export const tokenClaims =
  ({ jwtSecret, origin }: TokenSettings): AuthFix =>
  (auth) => {
    const key = new TextEncoder().encode(jwtSecret);
    const complete = async (session: SessionResponse): Promise<SessionResponse> => {
      const { db } = auth.repo;
      const claims = decodeJwt(session.access_token);
      const token = new SignJWT({
        ...claims,
        phone: '',
        is_anonymous: false,
        ...(await levelOf(db, session.session_id)),
      });
      const factors = await factorsOf(db, session.user.id);
      return Object.assign(session, {
        access_token: await token
          .setIssuer(`${origin}/auth/v1`)
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyIdOf(jwtSecret) })
          .sign(key),
        user: { ...session.user, ...(factors.length > 0 && { factors }) },
      });
    };

    /** A recovery link may replace a password without the current one (`userUpdate.ts`). */
    let isRecovery = false;
    const verify = auth.completeVerifyOtp.bind(auth);
    auth.completeVerifyOtp = (user, column, type) => {
      isRecovery = type === 'recovery';
      return verify(user, column, type);
    };

    const create = auth.createSessionForUser.bind(auth);
    auth.createSessionForUser = async (user, identities, shape, options) => {
      const session = await create(user, identities, shape, options);
      // The library names no method for a password, whose response has this shape, and for a provider.
      const method = options?.authenticationMethod ?? (shape === 'user' ? 'password' : 'oauth');
      await describeSession(auth.repo.db, session.session_id, isRecovery ? 'recovery' : method);
      return complete(session);
    };
    const refresh = auth.createRefreshResponse.bind(auth);
    auth.createRefreshResponse = async (...args) => complete(await refresh(...args));

    const get = auth.getUser.bind(auth);
    auth.getUser = async (id) => {
      const factors = await factorsOf(auth.repo.db, id);
      return { ...(await get(id)), ...(factors.length > 0 && { factors }) };
    };
  };
