/** `/auth/v1/factors`, behind the library's authentication: its own routes pass unknown paths on. */
import type { App } from '@supabase/lite';
import { sql } from 'kysely';
import type { AuthService, Context } from '../lite/authService';
import { currentRequest } from '../lite/currentRequest';
import type { Caller, SecondFactor } from './secondFactor';

type Work = (caller: Caller, factorId: string, body: Record<string, unknown>) => Promise<object>;

interface AuthError extends Error {
  status: 400;
  toJSON(): object;
}

const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && 'status' in error && 'toJSON' in error;

/** Minutes; as `private.require_recent_sign_in`. */
const RECENT = 15;

/**
 * Reads the assurance level of the session: the token's may be outdated. A refreshed session is as old as its sign-in.
 */
async function callerOf(context: Context): Promise<Caller | undefined> {
  const auth = context.get('authService') as unknown as AuthService;
  const [userId, sessionId] = [context.get('userId'), context.get('sessionId')];
  if (!userId || !sessionId) return undefined;
  const { rows } = await sql<Pick<Caller, 'aal' | 'isRecent'>>`
    select coalesce(aal, 'aal1') as aal, created_at >= now() - make_interval(mins => ${RECENT}) as "isRecent"
    from auth.sessions where id = ${sessionId}
  `.execute(auth.repo.db);
  const session = rows[0] ?? { aal: 'aal1', isRecent: false };
  return { auth, userId, sessionId, ...session, address: currentRequest()?.address ?? '' };
}

const handler = (work: Work) => async (context: Context) => {
  const caller = await callerOf(context);
  if (!caller) return context.json({ code: 401, error_code: 'no_authorization', msg: 'No session' }, 401);
  const text = await context.req.text();
  try {
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    return context.json(await work(caller, context.req.param('id') ?? '', body));
  } catch (error) {
    if (isAuthError(error)) return context.json(error.toJSON(), error.status);
    throw error;
  }
};

/** Before the first request. */
export function addFactorRoutes({ server }: App, factors: SecondFactor): void {
  const path = '/auth/v1/factors';
  server.post(
    path,
    handler((caller, _id, body) => factors.enroll(caller, body)),
  );
  server.post(`${path}/:id/challenge`, handler(factors.challenge));
  server.post(`${path}/:id/verify`, handler(factors.verify));
  server.delete(`${path}/:id`, handler(factors.remove));
}
