/** The backend's paths, and which requests only read. Unknown paths get 404 before authentication. */
import { trimmedPath } from '@slipway/server';
import type { SqlExecutor } from '../database/database';

/** GoTrue's endpoints in `@supabase/lite`. */
const auth = new Set(
  'authorize callback health logout magiclink otp reauthenticate recover resend settings signup sso token user verify'.split(
    ' ',
  ),
);

/** GoTrue's endpoints of the second factor (`accounts/factorRoutes.ts`). */
const factors = /^factors(?:\/[0-9a-f-]{36}(?:\/(?:challenge|verify))?)?$/;

const exposed = `
select c.relname as path, false as is_read from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
union
select 'rpc/' || p.proname, p.provolatile <> 'v' from pg_proc p where p.pronamespace = 'public'::regnamespace
`;

export interface KnownPaths {
  isKnown(path: string): boolean;
  /** Whether requests with this method and path never write. */
  isRead(method: string, path: string): boolean;
}

const nameIn = (path: string) => /^\/(rest|auth)\/v1\/(.+)$/.exec(trimmedPath(path))?.slice(1) ?? [];

/** The tables and functions of the current schema, and the auth endpoints. */
export async function knownPaths(executor: SqlExecutor): Promise<KnownPaths> {
  const rows = await executor.rows<{ path: string; is_read: boolean }>(exposed);
  const rest = new Set(rows.map(({ path }) => path));
  // Overloads of a function can differ in whether they write.
  const writing = new Set(rows.filter(({ is_read }) => !is_read).map(({ path }) => path));
  return {
    isKnown(path) {
      const [service, name = ''] = nameIn(path);
      return service === 'rest' ? rest.has(name) : auth.has(name) || factors.test(name);
    },
    isRead(method, path) {
      const [service, name = ''] = nameIn(path);
      if (service !== 'rest') return false;
      return name.startsWith('rpc/') ? !writing.has(name) : method === 'GET' || method === 'HEAD';
    },
  };
}
