/**
 * Rejects an invalid bearer token. `@supabase/lite` treats its sender as a visitor, with status 200 and fewer rows.
 * Hosted Supabase: PostgREST responds with 401 and these codes, messages and headers. It does not look up the session,
 * so a token works on the data API until it expires, even after the sign-out.
 */
import { errors, jwtVerify } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../database/database';
import type { Keys } from '../settings/keys';
import { isRest, type Respond } from './handler';

/** The audience of the auth service's access tokens. */
const AUDIENCE = 'authenticated';

interface Rejection {
  code: 'PGRST301' | 'PGRST303';
  message: string;
  details?: string;
}

const unauthorized = ({ code, message, details = undefined }: Rejection) =>
  Response.json(
    { code, message, details: details ?? null, hint: null },
    {
      status: 401,
      headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
    },
  );

/** Returns why the token is rejected, or its session. */
async function check(token: string, secret: Uint8Array): Promise<Rejection | { session: unknown }> {
  const parts = token.split('.').length;
  if (parts !== 3) {
    return { code: 'PGRST301', message: `Expected 3 parts in JWT; got ${String(token === '' ? 0 : parts)}` };
  }
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] });
    // Like PostgREST: a token without an audience, such as the operator's, is for every service of the key.
    const isForUs = payload.aud === undefined || [payload.aud].flat().includes(AUDIENCE);
    return isForUs
      ? { session: payload['session_id'] }
      : { code: 'PGRST303', message: 'JWT not in audience' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { code: 'PGRST303', message: 'JWT expired' };
    if (error instanceof errors.JWTClaimValidationFailed) {
      return { code: 'PGRST303', message: 'JWT not yet valid' };
    }
    const details = 'None of the keys was able to decode the JWT';
    return { code: 'PGRST301', message: 'No suitable key or wrong key type', details };
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type SessionState = 'open' | 'ended' | 'incomplete';

/** A session is incomplete until the second factor of its account was used. */
async function stateOf(session: unknown, { connection }: Database): Promise<SessionState> {
  // Tokens of the operator, signed for the service role, have no session.
  if (session === undefined) return 'open';
  if (typeof session !== 'string' || !uuid.test(session)) return 'ended';
  // Through Kysely, which queues for PGlite's only connection.
  const { rows } = await sql<{ isComplete: boolean }>`
    select s.aal is not distinct from 'aal2' or not exists (
      select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
    ) as "isComplete"
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${session}::uuid and (u.banned_until is null or u.banned_until <= now())
  `.execute(connection.kysely);
  if (!rows[0]) return 'ended';
  return rows[0].isComplete ? 'open' : 'incomplete';
}

/** For a user who lost the authenticator app. */
const withoutSecondFactor = /^\/rest\/v1\/rpc\/(?:use_recovery_code|count_recovery_codes)\/*$/;

const needsSecondFactor = () =>
  Response.json(
    {
      code: '42501',
      message: 'Enter the code of your authenticator app',
      details: null,
      hint: 'insufficient_aal',
    },
    { status: 403 },
  );

export function withValidBearer(
  respond: Respond,
  keys: Pick<Keys, 'publishable' | 'secret' | 'jwtSecret'>,
  database: Database,
): Respond {
  const secret = new TextEncoder().encode(keys.jwtSecret);
  return async (request) => {
    const [, token] = /^bearer\s*(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    const isKey = token === keys.publishable || token === keys.secret;
    if (!isRest(request) || token === undefined || isKey) return respond(request);

    const checked = await check(token.trim(), secret);
    if ('code' in checked) return unauthorized(checked);
    const state = await stateOf(checked.session, database);
    if (state === 'ended') {
      return unauthorized({ code: 'PGRST303', message: 'The session of the JWT has ended' });
    }
    if (state === 'incomplete' && !withoutSecondFactor.test(new URL(request.url).pathname)) {
      return needsSecondFactor();
    }
    return respond(request);
  };
}
