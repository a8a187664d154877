/**
 * The timeouts of the API's roles. A migration sets them as settings of the roles, and PostgREST applies them to each
 * request. Here they are applied explicitly, because a request changes its role within a session, which does not apply
 * a role's settings.
 */
import type { SqlExecutor } from './database';

/** Milliseconds; 0 is no limit. */
export interface Timeouts {
  statement: number;
  lock: number;
  idleInTransaction: number;
}

export type RoleTimeouts = ReadonlyMap<string, Timeouts>;

const NONE: Timeouts = { statement: 0, lock: 0, idleInTransaction: 0 };

/** Settings of the server's roles in milliseconds: PostgreSQL itself reads their units. */
const settings = `
select r.rolname as role, split_part(s.entry, '=', 1) as name,
  (extract(epoch from (
    case when split_part(s.entry, '=', 2) ~ '^[0-9]+$'
      then split_part(s.entry, '=', 2) || 'ms'
      else split_part(s.entry, '=', 2)
    end
  )::interval) * 1000)::integer as milliseconds
from pg_roles r, unnest(r.rolconfig) as s (entry)
where r.rolname in ('anon', 'authenticated', 'service_role')
  and split_part(s.entry, '=', 1) in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
`;

export async function readRoleTimeouts(executor: SqlExecutor): Promise<RoleTimeouts> {
  const rows = await executor.rows<{ role: string; name: string; milliseconds: number }>(settings);
  const timeouts = new Map<string, Timeouts>();
  for (const role of new Set(rows.map((row) => row.role))) {
    const of = (name: string) =>
      rows.find((row) => row.role === role && row.name === name)?.milliseconds ?? 0;
    timeouts.set(role, {
      statement: of('statement_timeout'),
      lock: of('lock_timeout'),
      idleInTransaction: of('idle_in_transaction_session_timeout'),
    });
  }
  return timeouts;
}

/** The timeouts of a role; none for a role without settings, as in PostgREST. */
export const timeoutsOf = (timeouts: RoleTimeouts, role: string): Timeouts => timeouts.get(role) ?? NONE;

/** One line for the log when a role of visitors or users has no limit, such as after a restore on another server. */
export function missingTimeouts(timeouts: RoleTimeouts): string | undefined {
  const roles = ['anon', 'authenticated'].filter((role) => timeoutsOf(timeouts, role).statement === 0);
  return roles.length === 0
    ? undefined
    : `No statement_timeout for ${roles.join(' and ')}: a slow query can occupy the database. ` +
        `Run: ${roles.map((role) => `alter role ${role} set statement_timeout = '${role === 'anon' ? '3s' : '8s'}';`).join(' ')}`;
}
