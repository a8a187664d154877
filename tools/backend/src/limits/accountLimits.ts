/**
 * What one account may be tried for, beside what one address may ask (T-06).
 * Wrong passwords count for an address and an account together: whoever knows only somebody's e-mail cannot keep them
 * out. Mails count for the account they go to, whether it exists or not, so that a refusal tells nothing.
 */
import type { Answer } from './limits';
import { createLimiter, type Rates } from './rateLimit';

type Attempt = { kind: 'password' | 'mail'; email: string };

/** What sends a mail to the address in its body. */
const mailing = /^\/auth\/v1\/(?:signup|recover|resend|otp|magiclink)\/*$/;

async function emailOf(request: Request): Promise<string | undefined> {
  try {
    const body: unknown = await request.clone().json();
    const email = (body as { email?: unknown } | null)?.email;
    return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
  } catch {
    return undefined; // no JSON: the service refuses it
  }
}

async function attemptOf(request: Request): Promise<Attempt | undefined> {
  if (request.method !== 'POST') return undefined;
  const { pathname, searchParams } = new URL(request.url);
  const isPassword = /^\/auth\/v1\/token\/*$/.test(pathname) && searchParams.get('grant_type') === 'password';
  if (!isPassword && !mailing.test(pathname)) return undefined;
  const email = await emailOf(request);
  return email ? { kind: isPassword ? 'password' : 'mail', email } : undefined;
}

const refusal = (code: string, msg: string, wait: number) =>
  Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

/** `answer` behind these limits; the words are GoTrue's. */
export function accountLimited(answer: Answer, rates: Rates): Answer {
  const limiter = createLimiter(rates);
  return async (request, peer) => {
    const attempt = await attemptOf(request);
    if (!attempt) return answer(request, peer);
    const { kind, email } = attempt;
    if (kind === 'mail') {
      const wait = limiter.take('mail', email);
      return wait > 0
        ? refusal(
            'over_email_send_rate_limit',
            `For security purposes, you can only request this after ${String(wait)} seconds.`,
            wait,
          )
        : answer(request, peer);
    }
    const pair = `${peer.address} ${email}`;
    const wait = limiter.wait('password', pair);
    if (wait > 0) return refusal('over_request_rate_limit', 'Request rate limit reached', wait);
    const response = await answer(request, peer);
    if (response.status === 400) limiter.take('password', pair);
    return response;
  };
}
