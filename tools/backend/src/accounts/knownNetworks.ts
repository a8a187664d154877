/**
 * The networks where an account signed in: with a password in the last 180 days (`limits/accountGuard.ts`), or with a session that is
 * still stored, however it began. The holder of a stolen session adds none by refreshing it.
 */
import { type Kysely, sql } from 'kysely';
import { keyedHashOf } from './secrets';

/** Bits of an IPv6 address that all devices of one network share, as `networkOf` has it. */
const PREFIX = 64;

/** `keys` hash addresses, the current one first. */
export const knownNetworks =
  (keys: () => readonly [Buffer, ...Buffer[]]) =>
  async (db: Kysely<unknown>, userId: string, address: string | undefined): Promise<boolean> => {
    if (address === undefined || !/^[0-9a-f.:]+$/i.test(address)) return false;
    const network = (ip: ReturnType<typeof sql>) =>
      sql`network(set_masklen(${ip}, case family(${ip}) when 4 then 32 else ${sql.lit(PREFIX)} end))`;
    const { rows } = await sql`
      select from auth.known_addresses k
      where k.user_id = ${userId} and k.address_hash in (${sql.join(keys().map((key) => keyedHashOf(key, address)))})
      union all
      select from auth.sessions s
      where s.user_id = ${userId} and ${network(sql`s.ip`)} = ${network(sql`${address}::inet`)}
      limit 1
    `.execute(db);
    return rows.length > 0;
  };

export type IsKnownNetwork = ReturnType<typeof knownNetworks>;
