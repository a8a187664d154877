/**
 * Symptom: to change an address, `@supabase/lite` 0.10 asks the old address only, and marks the new one as verified
 * (`double_confirm_changes: true`): with sign-in by GitHub, a takeover of accounts that do not exist yet. It also
 * reveals whether the new address has an account.
 * Hosted Supabase: GoTrue asks both addresses.
 * Test: `emailChange.test.ts`.
 * Here the new address confirms, the old one is notified, and the change needs the current password, or without one a
 * code that was mailed to the old address (`userUpdate.ts`).
 */
import type { OneTimeTokens } from '../../accounts/oneTimeTokens';
import type { Notify, RecordEvent } from '../../accounts/services';
import { expiredCode } from '../authError';
import type { AuthFix } from '../authService';

interface Services {
  tokens: OneTimeTokens;
  notify: Notify;
  record: RecordEvent;
}

export const emailChange =
  ({ tokens, notify, record }: Services): AuthFix =>
  (auth) => {
    const update = auth.updateUser.bind(auth);
    auth.updateUser = async (id, { email, ...others }) => {
      if (!email) return update(id, others);
      const user = await auth.repo.findUserById(id);
      const isTaken = (await auth.repo.findUserByEmail(email)) !== null;
      await auth.repo.updateUser(id, { email_change: email, email_change_sent_at: new Date().toISOString() });
      // The response is the same for an address with an account, which receives no link.
      if (!isTaken) {
        await auth.mailer.sendEmailChange(email, '', '', {
          userId: id,
          currentEmail: user?.email ?? '',
          newEmail: email,
          ...(auth.config.site_url && { redirectTo: auth.config.site_url }),
        });
      }
      notify(
        user?.email ?? '',
        'A new email address was requested',
        `Someone who is signed in to your account asked to change its email address to ${email}. ` +
          'The change takes effect when the new address confirms it.\n\n' +
          'If this was not you, set a new password now with “Forgot password?” on the sign-in page: ' +
          'that cancels the request and ends all other sessions.',
      );
      record('email_change_requested', id);
      return update(id, others);
    };

    const complete = auth.completeVerifyOtp.bind(auth);
    auth.completeVerifyOtp = async (user, column, type) => {
      if (type !== 'email_change') return complete(user, column, type);
      const owner = await auth.repo.findUserByEmail(user.email_change ?? '');
      if (!user.email_change || owner) throw expiredCode();
      const session = await complete(user, column, type);
      // Codes in the old mailbox are void.
      await tokens.revokeAll(auth.repo.db, user.id);
      record('email_changed', user.id);
      return session;
    };
  };
