/**
 * Symptom: `@supabase/lite` responds with 429 to a second sign-up with an address and to every `resend`: it never mails
 * again, and reveals whether an account exists.
 * Hosted Supabase: GoTrue mails again until the account is confirmed, and responds alike whether it exists or not.
 * Test: `accountLimits.test.ts`, "a repeated sign-up".
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { Mailbox } from '../../mail/mailbox';

interface Services {
  database: Database;
  mailbox: Mailbox;
  origin: string;
}

const isMailLimit = async (response: Response): Promise<boolean> => {
  if (response.status !== 429) return false;
  const body = (await response.clone().json()) as { error_code?: unknown };
  return body.error_code === 'over_email_send_rate_limit';
};

/** Mails a new code to an unconfirmed account; does nothing for any other. */
async function mailAgain(email: string, { database, mailbox, origin }: Services): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = createHash('sha256')
    .update(email + code)
    .digest('hex');
  const { numAffectedRows } = await sql`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now()
    where email = ${email} and email_confirmed_at is null
  `.execute(database.connection.kysely);
  if (!numAffectedRows) return;
  const query = new URLSearchParams({ token, type: 'signup', redirect_to: origin }).toString();
  const link = `${origin}/auth/v1/verify?${query}`;
  await mailbox.send({
    to: email,
    subject: 'Confirm Your Signup',
    text: `Confirm your signup with this code: ${code}\n\nOr follow this link: ${link}`,
    html: `<p><a href="${link.replaceAll('&', '&amp;')}">Confirm your signup</a></p>`,
  });
}

/** GoTrue's response for an address that may or may not have an account: a user with a random id. */
function obfuscatedUser(email: string) {
  const now = new Date().toISOString();
  const id = randomUUID();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** `response`, or GoTrue's where the library rejected a second mail. `request` is unread. */
export async function withRepeatedSignUp(
  request: Request,
  response: Response,
  services: Services,
): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\/+$/, '');
  const isSignUp = path === '/auth/v1/signup';
  if ((!isSignUp && path !== '/auth/v1/resend') || !(await isMailLimit(response))) return response;
  const body = (await request.json()) as { email: string; type?: string };
  const email = body.email.toLowerCase();
  if (isSignUp || body.type === 'signup') {
    await mailAgain(email, services);
    return Response.json(isSignUp ? obfuscatedUser(email) : {});
  }
  return response;
}
