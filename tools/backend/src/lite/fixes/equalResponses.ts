/**
 * Symptom: `@supabase/lite` reveals accounts: an unknown address is rejected without the time of a password check, an
 * unconfirmed account before its password is read, `/otp` rejects unknown addresses, and creates confirmed accounts.
 * Hosted Supabase: GoTrue compares a password first, and has the same gap in time and `/otp`.
 * Test: `equalResponses.test.ts`.
 * Responses take the same time too (`limits/responseTime.ts`).
 */
import bcrypt from 'bcryptjs';
import { newToken } from '../../accounts/secrets';
import { authError, invalidCredentials, invalidInput } from '../authError';
import type { AuthFix, User } from '../authService';
import { isTooLong } from './passwordRules';

/** The hash of a random password that no user has, with the library's cost. To make one takes 0.1 s of each start. */
const dummyHash = '$2b$10$pbCIyyPFq.iRfiE.70DvVuBSr9E1MmImgPzCFdPSOTbLpy04HjiL2';

const EMAIL_MAX = 254;

/** @throws `validation_failed` */
export function emailFrom(value: unknown): string {
  if (
    typeof value !== 'string' ||
    value.length > EMAIL_MAX ||
    !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
  )
    throw invalidInput('Unable to validate email address: invalid format');
  return value.trim().toLowerCase();
}

/** Takes the same time whether the account exists, has a password, or not. */
export async function isPasswordOf(user: User | null, password: unknown): Promise<boolean> {
  if (typeof password !== 'string') return false;
  const isRight = await bcrypt.compare(password.slice(0, 1000), user?.encrypted_password ?? dummyHash);
  return isRight && Boolean(user?.encrypted_password) && !isTooLong(password);
}

export const equalResponses: AuthFix = (auth) => {
  auth.signInWithPassword = async (email, password) => {
    const user = await auth.repo.findUserByEmail(emailFrom(email));
    if (!(await isPasswordOf(user, password)) || !user) throw invalidCredentials();
    if (!user.email_confirmed_at) throw authError(400, 'email_not_confirmed', 'Email not confirmed');
    const identities = await auth.repo.findIdentitiesByUserId(user.id);
    return auth.createSessionForUser(auth.repo.parseUserJson(user), identities, 'user');
  };

  const recover = auth.recover.bind(auth);
  auth.recover = async (email) => recover(emailFrom(email));

  /** An unknown address signs up with a random password, and is confirmed by the mailed code. */
  const mailCode = async (value: unknown, mayCreate: boolean) => {
    const email = emailFrom(value);
    const user = await auth.repo.findUserByEmail(email);
    if (user ? !user.email_confirmed_at : mayCreate) {
      await auth.signUp(email, `Aa1-${newToken()}`);
      return;
    }
    await bcrypt.hash(newToken(), 10); // the work of a new account
    if (user) {
      await auth.repo.updateUser(user.id, { recovery_sent_at: new Date().toISOString() });
      await auth.mailer.sendMagicLink(email, '', '', {
        userId: user.id,
        ...(auth.config.site_url && { redirectTo: auth.config.site_url }),
      });
    }
  };
  auth.signInWithOtp = (email, options) => mailCode(email, options?.shouldCreateUser !== false);
  auth.requestMagicLink = (email) => mailCode(email, true);
};
