/**
 * The record of an account's sign-ins: the addresses from which it has signed in, which a stranger's wrong passwords
 * never delay, and the last mail about wrong passwords. Both survive a restart.
 */
import { type Kysely, sql } from 'kysely';
import { keyedHashOf } from '../accounts/secrets';
import type { Notify } from '../accounts/services';

export interface AccountGuard {
  isKnownAddress(email: string, address: string): Promise<boolean>;
  /** After a successful sign-in. */
  remember(email: string, address: string): Promise<void>;
  /** Mails the owner about wrong passwords, at most once a day. */
  warnOwner(email: string): Promise<void>;
}

interface Services {
  db: Kysely<unknown>;
  /** Hash addresses, the current key first. */
  keys: () => readonly [Buffer, ...Buffer[]];
  notify: Notify;
}

export function accountGuard({ db, keys, notify }: Services): AccountGuard {
  const hashesOf = (address: string) => keys().map((key) => keyedHashOf(key, address));
  return {
    async isKnownAddress(email, address) {
      const { rows } = await sql`
        select from auth.known_addresses k join auth.users u on u.id = k.user_id
        where u.email = ${email} and k.address_hash in (${sql.join(hashesOf(address))})
      `.execute(db);
      return rows.length > 0;
    },
    async remember(email, address) {
      await sql`
        insert into auth.known_addresses (user_id, address_hash)
        select id, ${keyedHashOf(keys()[0], address)} from auth.users where email = ${email}
        on conflict (user_id, address_hash) do update set used_at = now()
      `.execute(db);
      await sql`delete from auth.known_addresses where used_at < now() - interval '180 days'`.execute(db);
    },
    async warnOwner(email) {
      const { rows } = await sql`
        insert into auth.failure_notices (user_id, sent_at)
        select id, now() from auth.users where email = ${email}
        on conflict (user_id) do update set sent_at = now()
          where auth.failure_notices.sent_at < now() - interval '1 day'
        returning user_id
      `.execute(db);
      if (rows.length === 0) return;
      notify(
        email,
        'Failed sign-ins to your account',
        'Wrong passwords were entered for your account several times. None of them signed in.\n\n' +
          'Your own sign-in is not affected where you signed in before. If your password is used elsewhere, change it.',
      );
    },
  };
}
