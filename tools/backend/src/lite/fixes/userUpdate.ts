/**
 * Symptom: `@supabase/lite` changes a password or an address for every holder of a session, without the current password
 * or a mailed code, and other sessions continue. It ignores `current_password` and `nonce`.
 * Hosted Supabase: GoTrue asks for the current password or a code, depending on its settings, and for the second factor.
 * Test: `userUpdate.test.ts`.
 */
import { type Kysely, sql } from 'kysely';
import type { RateLimiter } from '@slipway/server';
import { factorsOf, hasSecondFactor } from '../../accounts/factors';
import type { OneTimeTokens } from '../../accounts/oneTimeTokens';
import type { Notify, RecordEvent } from '../../accounts/services';
import { authError, tooManyRequests } from '../authError';
import type { AuthFix, User, UserChanges } from '../authService';
import { emailFrom, isPasswordOf } from './equalResponses';

/** Seconds between two mailed codes. */
const MAIL_INTERVAL = 60;
/** Minutes; as `private.require_recent_sign_in`. */
const RECENT = 15;

interface Session {
  aal: string;
  isRecovery: boolean;
  /** A code or link in the account's mailbox started it, just now. */
  isMailed: boolean;
}

async function sessionOf(db: Kysely<unknown>, id: string | undefined): Promise<Session> {
  const { rows } = await sql<Session>`
    select coalesce(s.aal, 'aal1') as aal,
      s.created_at > now() - make_interval(mins => ${RECENT}) and exists (
        select from auth.mfa_amr_claims a where a.session_id = s.id and a.authentication_method = 'otp'
      ) as "isMailed",
      exists (
        select from auth.mfa_amr_claims a where a.session_id = s.id
          and a.authentication_method = 'recovery' and a.updated_at > now() - interval '1 hour'
      ) as "isRecovery"
    from auth.sessions s where s.id = ${id ?? null}
  `.execute(db);
  return rows[0] ?? { aal: 'aal1', isRecovery: false, isMailed: false };
}

interface Proof {
  current_password?: unknown;
  nonce?: unknown;
}

export interface UpdateServices {
  tokens: OneTimeTokens;
  /** Wrong passwords and codes per account. */
  failures: RateLimiter;
  notify: Notify;
  record: RecordEvent;
}

/** Before the library's methods for a new address are replaced. */
export const userUpdate =
  ({ tokens, failures, notify, record }: UpdateServices): AuthFix =>
  (auth, request) => {
    const assertCode = async (user: User, nonce: string) => {
      const { db } = auth.repo;
      // Only the account's sessions can try it.
      const subject = [
        db,
        { address: user.email ?? '', isKnown: false },
        ['reauthentication_token'],
      ] as const;
      if (!(await tokens.takeTry(...subject))) throw tooManyRequests();
      const match = await tokens.byCode(db, user.id, nonce, ['reauthentication_token']);
      if (!match || !(await tokens.claim(db, match)))
        throw authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
      await tokens.giveTryBack(...subject);
    };

    /**
     * Requires the current password, or a mailed code. For an account without a password, only the mailbox
     * distinguishes its owner from a thief of a session: a recent sign-in with a provider proves nothing more. Setting
     * a first password needs the same proof as changing the address, because the password would allow that change.
     */
    const assertOwner = async (
      user: User,
      session: Session,
      { current_password: password, nonce }: Proof,
    ) => {
      if (typeof nonce === 'string' && nonce !== '') return assertCode(user, nonce);
      if (!user.encrypted_password) {
        if (session.isMailed) return;
        throw authError(400, 'reauthentication_needed', 'This update requires reauthentication');
      }
      const message = 'Current password required when setting new password.';
      if (typeof password !== 'string' || password === '')
        throw authError(400, 'current_password_required', message);
      if ((await failures.take(user.id)) > 0) throw tooManyRequests();
      if (!(await isPasswordOf(user, password))) throw authError(400, 'current_password_invalid', message);
      await failures.giveBack(user.id);
    };

    const endOtherSessions = async (user: User) => {
      await auth.repo.deleteRefreshTokensForUser(user.id, request.sessionId());
      await auth.repo.deleteUserSessions(user.id, request.sessionId());
      await tokens.revokeAll(auth.repo.db, user.id);
      await auth.repo.updateUser(user.id, { email_change: null });
      // A recovery link replaces the current password once.
      await sql`
        update auth.mfa_amr_claims set authentication_method = 'otp'
        where session_id = ${request.sessionId() ?? null} and authentication_method = 'recovery'
      `.execute(auth.repo.db);
    };

    const update = auth.updateUser.bind(auth);
    auth.updateUser = async (id, { data, password, email }: UserChanges) => {
      if (password !== undefined) auth.assertPasswordStrong(password);
      const user = await auth.repo.findUserById(id);
      if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      const address = email ? emailFrom(email) : undefined;
      const newAddress = address === user.email ? undefined : address;

      if (password !== undefined || newAddress) {
        const session = await sessionOf(auth.repo.db, request.sessionId());
        if (session.aal !== 'aal2' && hasSecondFactor(await factorsOf(auth.repo.db, id))) {
          const message = 'AAL2 session is required to update email or password when MFA is enabled.';
          throw authError(401, 'insufficient_aal', message);
        }
        const isRecovering = session.isRecovery && !newAddress;
        if (!isRecovering) await assertOwner(user, session, await request.body());
      }

      const changed = await update(id, {
        ...(data !== undefined && { data }),
        ...(password !== undefined && { password }),
        ...(newAddress && { email: newAddress }),
      });
      if (password !== undefined) {
        await endOtherSessions(user);
        record('password_changed', id);
        notify(
          user.email ?? '',
          'Your password was changed',
          'The password of your account was changed, and all other sessions were ended.\n\n' +
            'If this was not you, set a new password with “Forgot password?” on the sign-in page.',
        );
      }
      return changed;
    };

    const reauthenticate = auth.reauthenticate.bind(auth);
    auth.reauthenticate = async (id) => {
      const sent = (await auth.repo.findUserById(id))?.reauthentication_sent_at;
      const wait = sent ? MAIL_INTERVAL - Math.floor((Date.now() - Date.parse(sent)) / 1000) : 0;
      if (wait > 0) {
        const message = `For security purposes, you can only request this after ${String(wait)} seconds.`;
        throw authError(429, 'over_email_send_rate_limit', message);
      }
      return reauthenticate(id);
    };
  };
