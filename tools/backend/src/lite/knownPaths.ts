/** Which addresses the backend has, and which of them only read. Anything else is 404 for everyone, before it is asked for a key. */
import type { Session } from '../database/database';

/** What `@supabase/lite` has of GoTrue. */
const auth = new Set(
  'authorize callback health logout magiclink otp reauthenticate recover resend settings signup token user verify'.split(
    ' ',
  ),
);

const exposed = `
select c.relname as path, false as is_read from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
union
select 'rpc/' || p.proname, p.provolatile <> 'v' from pg_proc p where p.pronamespace = 'public'::regnamespace
`;

export interface KnownPaths {
  isKnown(path: string): boolean;
  /** Whether such a request changes nothing, whatever is in it. */
  isRead(method: string, path: string): boolean;
}

const nameIn = (path: string) => /^\/(rest|auth)\/v1\/(.+?)\/*$/.exec(path)?.slice(1) ?? [];

/** Paths such as `/rest/v1/agents`: the tables and functions of the schema as it is now. */
export async function knownPaths(session: Session): Promise<KnownPaths> {
  const rows = await session.rows<{ path: string; is_read: boolean }>(exposed);
  const rest = new Set(rows.map(({ path }) => path));
  // A function of one name may write in one form and read in another.
  const writing = new Set(rows.filter(({ is_read }) => !is_read).map(({ path }) => path));
  return {
    isKnown(path) {
      const [service, name = ''] = nameIn(path);
      return service === 'rest' ? rest.has(name) : auth.has(name);
    },
    isRead(method, path) {
      const [service, name = ''] = nameIn(path);
      if (service !== 'rest') return false;
      return name.startsWith('rpc/') ? !writing.has(name) : method === 'GET' || method === 'HEAD';
    },
  };
}
