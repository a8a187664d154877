/**
 * Symptom: `@supabase/lite` derives the link of a mail from the address and the six digits of its code, and accepts any
 * number of guesses: 1,000 wrong codes did not burn the right one. A new mail allows as many again.
 * Hosted Supabase: GoTrue does the same, behind its rate limits per address.
 * Test: `oneTimeCodes.test.ts`, `addressRaces.test.ts`.
 * Here a link has a random token, a code has five tries from any address, all codes of an address together 20 in 24
 * hours, and the database holds hashes only. A stranger's guesses do not lock the owner out: there are 20 more from the networks
 * where the account signed in, and a link works when its code is burnt. Both belong to the address that they were mailed to (`accounts/oneTimeTokens.ts`).
 */
import { sql } from 'kysely';
import type { IsKnownNetwork } from '../../accounts/knownNetworks';
import type { Match, OneTimeTokens, Purpose } from '../../accounts/oneTimeTokens';
import { currentRequest } from '../currentRequest';
import { expiredCode, tooManyCodes } from '../authError';
import {
  type AuthFix,
  type AuthService,
  inTransaction,
  type OtpParams,
  patchRepository,
  type User,
} from '../authService';

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

/**
 * The accounts that a code can belong to: a change of address is confirmed with the new one. `[undefined]` when there is
 * none, which counts like one.
 */
async function usersOf({ repo }: AuthService, email: string, type: string): Promise<(string | undefined)[]> {
  const column = sql.ref(type === 'email_change' ? 'email_change' : 'email');
  const { rows } = await sql<Pick<User, 'id'>>`
    select id from auth.users where ${column} = ${email}
  `.execute(repo.db);
  return rows.length > 0 ? rows.map(({ id }) => id) : [undefined];
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
  const issue = (userId: string | undefined, purpose: Purpose, address: string) =>
    userId === undefined ? undefined : tokens.issue(auth.repo.db, { userId, purpose, address });
  for (const [name, purpose] of [
    ['sendConfirmation', 'confirmation_token'],
    ['sendRecovery', 'recovery_token'],
    ['sendMagicLink', 'recovery_token'],
    ['sendEmailChange', 'email_change_token_new'],
  ] as const) {
    const send = mailer[name].bind(mailer);
    mailer[name] = async (to, _hash, _code, meta) => {
      const issued = await issue(meta.userId, purpose, to);
      // The address was changed after the request read it.
      if (issued) await send(to, issued.link, issued.code, meta);
    };
  }
  const sendCode = mailer.sendReauthentication.bind(mailer);
  mailer.sendReauthentication = async (to, _code, meta) => {
    const issued = await issue(meta.userId, 'reauthentication_token', to);
    if (issued) await sendCode(to, issued.code, meta);
  };
}

interface Services {
  tokens: OneTimeTokens;
  isKnownNetwork: IsKnownNetwork;
}

export const oneTimeCodes =
  ({ tokens, isKnownNetwork }: Services): AuthFix =>
  (auth) => {
    keepColumnsEmpty(auth);
    mailTokens(auth, tokens);

    const find = async ({ email, token, token_hash: link, type }: OtpParams): Promise<Match | undefined> => {
      const purposes = purposesOf[type];
      if (!purposes) return undefined;
      if (typeof link === 'string' && link) return tokens.byLink(auth.repo.db, link, purposes);
      if (typeof email !== 'string' || typeof token !== 'string') return undefined;
      const { db } = auth.repo;
      const address = email.trim().toLowerCase();
      // Who asks for a new address can sign in from any network to the own account, and is no owner of the address.
      const isOwner = (id: string | undefined) =>
        id !== undefined && type !== 'email_change' && isKnownNetwork(db, id, currentRequest()?.address);
      // Several accounts can ask for one new address: each comparison is a try.
      for (const id of await usersOf(auth, address, type)) {
        const guess = { address, isKnown: await isOwner(id) };
        if (!(await tokens.takeTry(db, guess, purposes))) throw tooManyCodes();
        const match =
          id === undefined ? undefined : await tokens.byCode(db, id, token, purposes, guess.isKnown);
        if (!match) continue;
        await tokens.giveTryBack(db, guess, purposes);
        return match;
      }
      return undefined;
    };
    auth.verifyOtp = async (params) => {
      const match = await find(params);
      if (!match) throw expiredCode();
      return inTransaction(auth, async () => {
        if (!(await tokens.claim(auth.repo.db, match))) throw expiredCode();
        const user = await auth.repo.findUserById(match.user_id);
        if (!user) throw expiredCode();
        return auth.completeVerifyOtp(user, match.token_type, params.type);
      });
    };
  };
