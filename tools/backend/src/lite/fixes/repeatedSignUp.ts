/**
 * A second sign-up with an address, and asking for the confirmation mail again. `@supabase/lite` answers both with 429,
 * always: it never mails twice, and tells a stranger who has an account. GoTrue mails again while the account is not
 * confirmed, and answers the same whether there is one or not.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import type { Mailbox } from '../../mail/mailbox';

interface Parts {
  database: Database;
  mailbox: Mailbox;
  origin: string;
}

const isRefusal = async (answer: Response): Promise<boolean> => {
  if (answer.status !== 429) return false;
  const body = (await answer.clone().json()) as { error_code?: unknown };
  return body.error_code === 'over_email_send_rate_limit';
};

/** A new code for an account that waits for its confirmation; nothing for any other. */
async function mailAgain(email: string, { database, mailbox, origin }: Parts): Promise<void> {
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

/** As GoTrue shows somebody who may or may not have an account: a person like any, with an id of this moment. */
function nobody(email: string) {
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

/** `answer`, or GoTrue's where the library refused to mail twice. `request` is unread. */
export async function asRepeatedSignUp(request: Request, answer: Response, parts: Parts): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\/+$/, '');
  const isSignUp = path === '/auth/v1/signup';
  if ((!isSignUp && path !== '/auth/v1/resend') || !(await isRefusal(answer))) return answer;
  const body = (await request.json()) as { email: string; type?: string };
  const email = body.email.toLowerCase();
  if (isSignUp || body.type === 'signup') {
    await mailAgain(email, parts);
    return Response.json(isSignUp ? nobody(email) : {});
  }
  return answer;
}
