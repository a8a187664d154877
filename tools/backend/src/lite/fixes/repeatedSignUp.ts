/**
 * Symptom: `@supabase/lite` responds with 429 to a second sign-up with an address and to every `resend`: it never mails
 * again, and reveals whether an account exists.
 * Hosted Supabase: GoTrue mails again until the account is confirmed. Its response to a known address has no identities.
 * Test: `accountLimits.test.ts`, "a repeated sign-up"; `equalResponses.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { type Kysely, sql } from 'kysely';
import type { AuthFix, AuthService, User } from '../authService';
import { emailFrom } from './equalResponses';
import { assertAcceptable } from './passwordRules';

/** Mails a new code and link to an unconfirmed account. */
async function mailAgain(auth: AuthService, user: User): Promise<void> {
  await auth.repo.updateUser(user.id, { confirmation_sent_at: new Date().toISOString() });
  await auth.mailer.sendConfirmation(user.email ?? '', '', '', {
    userId: user.id,
    ...(auth.config.site_url && { redirectTo: auth.config.site_url }),
  });
}

/** Metadata as the database returns it: times in its format, and object keys in its order. */
async function stored(db: Kysely<unknown>, metadata: object): Promise<{ at: string; metadata: object }> {
  const { rows } = await sql<{ at: string; metadata: object }>`
    select ${new Date().toISOString()}::timestamptz as at, ${JSON.stringify(metadata)}::text::jsonb as metadata
  `.execute(db);
  return rows[0] ?? { at: '', metadata: {} };
}

/** An id like the library's: a UUID of version 7, which starts with the time. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return randomUUID().replace(/^.{8}-.{4}-4/, `${time.slice(0, 8)}-${time.slice(8)}-7`);
}

/** The library's own response for a new account, made for an account that is not created. */
async function lookalike(auth: AuthService, email: string, data: unknown) {
  const id = newId();
  const { at, metadata } = await stored(auth.repo.db, {
    ...(typeof data === 'object' ? data : {}),
    ...{ email, email_verified: false, phone_verified: false, sub: id },
  });
  const user = {
    ...{ id, email, aud: 'authenticated', role: 'authenticated', phone: null },
    ...{ created_at: at, updated_at: at, confirmation_sent_at: at },
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  };
  const identity = {
    ...{ id: newId(), provider: 'email', provider_id: id, user_id: id, email, identity_data: metadata },
    ...{ last_sign_in_at: at, created_at: at, updated_at: at },
  };
  const row = { ...user, raw_user_meta_data: metadata } as unknown as User;
  return { user: auth.mapUserToResponse(row, [identity], 'signup') };
}

export const repeatedSignUp: AuthFix = (auth) => {
  const signUp = auth.signUp.bind(auth);
  auth.signUp = async (email, password, data) => {
    // An anonymous sign-in, which the library rejects.
    if (email === undefined && password === undefined) return signUp();
    const address = emailFrom(email);
    assertAcceptable(password);
    auth.assertPasswordStrong(password);
    const known = await auth.repo.findUserByEmail(address);
    if (!known) return signUp(address, password, data);
    await bcrypt.hash(password, 10); // the work of a new account
    if (!known.email_confirmed_at) await mailAgain(auth, known);
    return lookalike(auth, address, data);
  };

  auth.resend = async (type, email) => {
    const address = emailFrom(email);
    const user = await auth.repo.findUserByEmail(address);
    if (!user) return;
    if (type === 'signup' && !user.email_confirmed_at) await mailAgain(auth, user);
    if (type === 'email_change' && user.email_change) {
      const taken = await auth.repo.findUserByEmail(user.email_change);
      if (taken) return;
      await auth.mailer.sendEmailChange(user.email_change, '', '', {
        userId: user.id,
        currentEmail: user.email ?? '',
        newEmail: user.email_change,
      });
    }
  };
};
