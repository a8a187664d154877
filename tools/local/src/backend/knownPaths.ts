/** Which addresses the backend has. Anything else is 404 for everyone, before it is asked for a key. */
import type { Session } from './database';

/** What `@supabase/lite` has of GoTrue. */
const auth = new Set(
  'authorize callback health logout magiclink otp reauthenticate recover resend settings signup token user verify'.split(
    ' ',
  ),
);

const exposed = `
select c.relname as path from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
union
select 'rpc/' || p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
`;

/** Returns a test for paths such as `/rest/v1/agents`: the tables and functions of the schema as it is now. */
export async function knownPaths(session: Session): Promise<(path: string) => boolean> {
  const rest = new Set((await session.rows<{ path: string }>(exposed)).map(({ path }) => path));
  return (path) => {
    const [, service, name = ''] = /^\/(rest|auth)\/v1\/(.+?)\/*$/.exec(path) ?? [];
    return service === 'rest' ? rest.has(name) : auth.has(name);
  };
}
