/**
 * Mailed codes and links, one per account and purpose: a new one replaces the last. Each belongs to the address that it
 * was mailed to, and proves that address only. The address can change between any two statements of a request, so it is
 * compared twice, each time with the account's row locked: before a code is stored, and when it is used.
 */
import { randomInt } from 'node:crypto';
import { isSameSecret } from '@slipway/server';
import { type Kysely, sql } from 'kysely';
import { hashOf, keyedHashOf, newToken } from './secrets';

/**
 * Tries of one code, and as many more from networks where its account has signed in, which a stranger cannot use up.
 */
const TRIES = 5;
/**
 * Wrong codes of an address for one purpose in 24 hours, in any number of mails; and as many from all networks together where its
 * account signed in, which a stranger cannot use up. Links still work.
 */
const DAILY_TRIES = 20;
/** Seconds. A code can be guessed; a link cannot. */
const CODE_LIFETIME = 600;
const LINK_LIFETIME = 3600;

export type Purpose =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'reauthentication_token';

export interface Match {
  id: string;
  user_id: string;
  token_type: Purpose;
}

interface Recipient {
  userId: string;
  purpose: Purpose;
  /** The address of the mail. */
  address: string;
}

/** Which tries a wrong code counts against. */
export interface Guess {
  /** The address that the mail was sent to. */
  address: string;
  /** Whether the request came from a network where the account has signed in. */
  isKnown: boolean;
}

/** The account's row, locked, if codes for `purpose` prove `address` now. */
const owner = (userId: string, purpose: Purpose, address: ReturnType<typeof sql>) => {
  const column = sql.ref(purpose === 'email_change_token_new' ? 'email_change' : 'email');
  return sql`select id from auth.users where id = ${userId} and lower(${column}) = ${address} for update`;
};

/** `keys` hash codes, the current one first. */
export function oneTimeTokens(keys: () => readonly [Buffer, ...Buffer[]]) {
  const codeHash = (key: Buffer, userId: string, purpose: Purpose, code: string) =>
    keyedHashOf(key, `${userId} ${purpose} ${code}`);
  const addressHash = ({ address, isKnown }: Guess) =>
    keyedHashOf(keys()[0], `wrong codes of ${address.toLowerCase()}${isKnown ? ' from known networks' : ''}`);
  return {
    /**
     * Undefined if the account no longer has the address. A replaced token gets a new id, so that `claim` does not
     * mistake it for the last one.
     */
    async issue(db: Kysely<unknown>, { userId, purpose, address }: Recipient) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const link = newToken();
      const { rows } = await sql`
        with owner as (${owner(userId, purpose, sql`lower(${address})`)})
        insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, sent_to)
        select id, ${purpose}, ${hashOf(link)}, ${codeHash(keys()[0], userId, purpose, code)}, lower(${address})
        from owner
        on conflict (user_id, token_type) do update set
          id = excluded.id, token_hash = excluded.token_hash, code_hash = excluded.code_hash,
          sent_to = excluded.sent_to, tries = 0, created_at = now()
        returning id
      `.execute(db);
      return rows.length > 0 ? { code, link } : undefined;
    },
    async byLink(
      db: Kysely<unknown>,
      link: string,
      purposes: readonly Purpose[],
    ): Promise<Match | undefined> {
      const { rows } = await sql<Match>`
        select id, user_id, token_type from auth.one_time_tokens
        where token_hash = ${hashOf(link)} and token_type in (${sql.join(purposes)})
          and created_at > now() - make_interval(secs => ${LINK_LIFETIME})
      `.execute(db);
      return rows[0];
    },
    /**
     * Counts a wrong code, before the comparison, also where it has no account: the response reveals none.
     * Returns false when it has had too many.
     */
    async takeTry(db: Kysely<unknown>, guess: Guess, purposes: readonly Purpose[]): Promise<boolean> {
      await sql`delete from auth.code_failures where began_at < now() - interval '24 hours'`.execute(db);
      const { rows } = await sql<{ failures: number }>`
        insert into auth.code_failures (address_hash, token_type)
        values ${sql.join(purposes.map((purpose) => sql`(${addressHash(guess)}, ${purpose})`))}
        on conflict (address_hash, token_type) do update set
          failures = least(auth.code_failures.failures, ${DAILY_TRIES}) + 1
        returning failures
      `.execute(db);
      return rows.every(({ failures }) => failures <= DAILY_TRIES);
    },
    /** The code was right. */
    async giveTryBack(db: Kysely<unknown>, guess: Guess, purposes: readonly Purpose[]): Promise<void> {
      await sql`
        update auth.code_failures set failures = failures - 1
        where address_hash = ${addressHash(guess)} and token_type in (${sql.join(purposes)})
      `.execute(db);
    },
    /** Counts a try for each purpose, before the comparison: parallel guesses have no more tries. */
    async byCode(
      db: Kysely<unknown>,
      userId: string,
      code: string,
      purposes: readonly Purpose[],
      isKnown = false,
    ): Promise<Match | undefined> {
      const { rows } = await sql<Match & { code_hash: string }>`
        update auth.one_time_tokens set tries = tries + 1
        where user_id = ${userId} and token_type in (${sql.join(purposes)}) and tries < ${isKnown ? 2 * TRIES : TRIES}
          and created_at > now() - make_interval(secs => ${CODE_LIFETIME})
        returning id, user_id, token_type, code_hash
      `.execute(db);
      return rows.find((row) =>
        keys().some((key) => isSameSecret(row.code_hash, codeHash(key, userId, row.token_type, code))),
      );
    },
    /**
     * Whether it was still there, for the account's current address: of two concurrent uses, one succeeds. In a
     * transaction: the account's row stays locked, so the address cannot change before the work that the token allows.
     */
    async claim(db: Kysely<unknown>, { id, user_id: userId, token_type: purpose }: Match): Promise<boolean> {
      const sentTo = sql`(select sent_to from auth.one_time_tokens where id = ${id})`;
      const { rows: owners } = await owner(userId, purpose, sentTo).execute(db);
      if (owners.length === 0) return false;
      const { rows } = await sql`delete from auth.one_time_tokens where id = ${id} returning id`.execute(db);
      return rows.length > 0;
    },
    /** After a change of the password or the address: mails to the old one are void. */
    async revokeAll(db: Kysely<unknown>, userId: string): Promise<void> {
      await sql`delete from auth.one_time_tokens where user_id = ${userId}`.execute(db);
    },
  };
}

export type OneTimeTokens = ReturnType<typeof oneTimeTokens>;
