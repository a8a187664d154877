/**
 * Symptom: `@supabase/lite` derives the link of a mail from the address and the six digits of its code, and accepts any
 * number of guesses: 1,000 wrong codes did not burn the right one.
 * Hosted Supabase: GoTrue does the same, behind its rate limits per address.
 * Test: `oneTimeCodes.test.ts`.
 * Here a link has a random token, a code has five tries from any address, and the database holds hashes only. A link
 * still works when its code is burnt, so that a stranger's guesses do not lock the owner out.
 */
import { randomInt } from 'node:crypto';
import { isSameSecret } from '@slipway/server';
import { type Kysely, sql } from 'kysely';
import { hashOf, keyedHashOf, newToken } from '../../accounts/secrets';
import { expiredCode } from '../authError';
import {
  type AuthFix,
  type AuthService,
  inTransaction,
  type OtpParams,
  patchRepository,
  type User,
} from '../authService';

const TRIES = 5;
/** Seconds. */
const LIFETIME = 3600;

type Purpose = 'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'reauthentication_token';

/** The library's columns, which stay empty. */
const columns = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'reauthentication_token',
];

const purposesOf: Readonly<Record<string, readonly Purpose[]>> = {
  signup: ['confirmation_token'],
  magiclink: ['recovery_token', 'confirmation_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new'],
};

interface Match {
  id: string;
  user_id: string;
  token_type: Purpose;
}

/** Codes and links of one account and purpose; a new one replaces the last. `keys` hash codes, the current one first. */
export function oneTimeTokens(keys: () => readonly [Buffer, ...Buffer[]]) {
  const codeHash = (key: Buffer, userId: string, purpose: Purpose, code: string) =>
    keyedHashOf(key, `${userId} ${purpose} ${code}`);
  return {
    async issue(db: Kysely<unknown>, userId: string, purpose: Purpose) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const link = newToken();
      await sql`
        insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash)
        values (${userId}, ${purpose}, ${hashOf(link)}, ${codeHash(keys()[0], userId, purpose, code)})
        on conflict (user_id, token_type) do update set
          token_hash = excluded.token_hash, code_hash = excluded.code_hash, tries = 0, created_at = now()
      `.execute(db);
      return { code, link };
    },
    async byLink(
      db: Kysely<unknown>,
      link: string,
      purposes: readonly Purpose[],
    ): Promise<Match | undefined> {
      const { rows } = await sql<Match>`
        select id, user_id, token_type from auth.one_time_tokens
        where token_hash = ${hashOf(link)} and token_type in (${sql.join(purposes)})
          and created_at > now() - make_interval(secs => ${LIFETIME})
      `.execute(db);
      return rows[0];
    },
    /** Counts a try for each purpose, before the comparison: parallel guesses have no more tries. */
    async byCode(
      db: Kysely<unknown>,
      userId: string,
      code: string,
      purposes: readonly Purpose[],
    ): Promise<Match | undefined> {
      const { rows } = await sql<Match & { code_hash: string }>`
        update auth.one_time_tokens set tries = tries + 1
        where user_id = ${userId} and token_type in (${sql.join(purposes)}) and tries < ${TRIES}
          and created_at > now() - make_interval(secs => ${LIFETIME})
        returning id, user_id, token_type, code_hash
      `.execute(db);
      return rows.find((row) =>
        keys().some((key) => isSameSecret(row.code_hash, codeHash(key, userId, row.token_type, code))),
      );
    },
    /** Whether it was still there: of two concurrent uses, one succeeds. */
    async claim(db: Kysely<unknown>, id: string): Promise<boolean> {
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

/** The accounts that a code can belong to: a change of address is confirmed with the new one. */
async function usersOf({ repo }: AuthService, email: string, type: string): Promise<Pick<User, 'id'>[]> {
  const column = sql.ref(type === 'email_change' ? 'email_change' : 'email');
  const { rows } = await sql<Pick<User, 'id'>>`
    select id from auth.users where ${column} = ${email}
  `.execute(repo.db);
  return rows;
}

/** The library's columns are never written: the database contains no code that works. */
function keepColumnsEmpty(auth: AuthService): void {
  const without = (changes: object) =>
    Object.fromEntries(Object.entries(changes).filter(([name]) => !columns.includes(name)));
  patchRepository(auth.repo, (repo) => {
    const create = repo.createUser.bind(repo);
    const update = repo.updateUser.bind(repo);
    repo.createUser = (user) => create(without(user));
    repo.updateUser = (id, changes) => update(id, without(changes));
    repo.findUserByToken = () => Promise.resolve(null);
  });
}

function mailTokens(auth: AuthService, tokens: OneTimeTokens): void {
  const { mailer } = auth;
  const issue = (userId: string | undefined, purpose: Purpose) =>
    tokens.issue(auth.repo.db, userId ?? '', purpose);
  for (const [name, purpose] of [
    ['sendConfirmation', 'confirmation_token'],
    ['sendRecovery', 'recovery_token'],
    ['sendMagicLink', 'recovery_token'],
    ['sendEmailChange', 'email_change_token_new'],
  ] as const) {
    const send = mailer[name].bind(mailer);
    mailer[name] = async (to, _hash, _code, meta) => {
      const { code, link } = await issue(meta.userId, purpose);
      await send(to, link, code, meta);
    };
  }
  const sendCode = mailer.sendReauthentication.bind(mailer);
  mailer.sendReauthentication = async (to, _code, meta) => {
    const { code } = await issue(meta.userId, 'reauthentication_token');
    await sendCode(to, code, meta);
  };
}

export const oneTimeCodes =
  (tokens: OneTimeTokens): AuthFix =>
  (auth) => {
    keepColumnsEmpty(auth);
    mailTokens(auth, tokens);

    const find = async ({ email, token, token_hash: link, type }: OtpParams): Promise<Match | undefined> => {
      const purposes = purposesOf[type];
      if (!purposes) return undefined;
      if (typeof link === 'string' && link) return tokens.byLink(auth.repo.db, link, purposes);
      if (typeof email !== 'string' || typeof token !== 'string') return undefined;
      for (const user of await usersOf(auth, email.trim().toLowerCase(), type)) {
        const match = await tokens.byCode(auth.repo.db, user.id, token, purposes);
        if (match) return match;
      }
      return undefined;
    };
    auth.verifyOtp = async (params) => {
      const match = await find(params);
      if (!match) throw expiredCode();
      return inTransaction(auth, async () => {
        const user = await auth.repo.findUserById(match.user_id);
        if (!user || !(await tokens.claim(auth.repo.db, match.id))) throw expiredCode();
        return auth.completeVerifyOtp(user, match.token_type, params.type);
      });
    };
  };
