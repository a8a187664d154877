/**
 * Symptom: `@supabase/lite` sets twelve settings per request with a statement each, a third of a request's time, and
 * takes `request.headers` from the client.
 * Hosted Supabase: PostgREST sets them with one statement, and its proxy sets `x-forwarded-for`.
 * Test: `fixes.test.ts`, "requestSettings".
 * Here one statement sets the role, the claims, the socket's address and the browser's name, and `slipway.key`, which
 * encrypts the API keys of deployments, with the previous keys of an unfinished rotation. It also sets the role's timeouts,
 * as PostgREST does; they apply from the next statement on.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import { type RoleTimeouts, timeoutsOf } from '../../database/roleTimeouts';
import type { Keys } from '../../settings/keys';
import { previousKeysSetting } from '../../settings/previousKeys';
import { currentRequest } from '../currentRequest';

type Executor = Parameters<ReturnType<typeof sql>['execute']>[0];

/** The user, as `@supabase/lite` read it from the token. */
interface RequestContext {
  auth?: { role?: string; uid?: string; jwt?: unknown };
}

const headersOf = () => {
  const request = currentRequest();
  return JSON.stringify({
    ...(request?.address ? { 'x-forwarded-for': request.address } : {}),
    ...(request?.userAgent ? { 'user-agent': request.userAgent } : {}),
  });
};

/** The keys are limited to the transaction: no role can read the settings of another session. */
export function setRequestSettings({ connection }: Database, keys: Keys, roleTimeouts: RoleTimeouts): void {
  Object.assign(connection, {
    async applyJwtSessionContext(executor: Executor, { auth }: RequestContext) {
      const request = currentRequest();
      await request?.throwIfLimited?.(); // the request may have waited for its connection
      const role = auth?.role || 'anon';
      const { statement, lock, idleInTransaction } = timeoutsOf(roleTimeouts, role);
      if (request) {
        Object.assign(request, { role, accountId: auth?.uid || undefined, statementTimeout: statement });
      }
      const claims = typeof auth?.jwt === 'object' && auth.jwt ? JSON.stringify(auth.jwt) : '';
      await sql`
        select
          set_config('role', ${role}, true),
          set_config('request.jwt.claim.role', ${role}, true),
          set_config('request.jwt.claim.sub', ${auth?.uid ?? ''}, true),
          set_config('request.jwt.claims', ${claims}, true),
          set_config('request.headers', ${headersOf()}, true),
          set_config('request.method', ${request?.method ?? ''}, true),
          set_config('request.path', ${request?.path ?? ''}, true),
          set_config('response.status', '', true),
          set_config('response.headers', '', true),
          set_config('slipway.key', ${keys.slipwayKey}, true),
          set_config('slipway.previous_keys', ${previousKeysSetting(keys)}, true),
          set_config('statement_timeout', ${String(statement)}, true),
          set_config('lock_timeout', ${String(lock)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(idleInTransaction)}, true)
      `.execute(executor);
    },
    /** Done by the statement above. */
    applyRpcRequestGucs: () => Promise.resolve(),
  });
}
