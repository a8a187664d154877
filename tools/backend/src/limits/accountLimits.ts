/**
 * Limits per account, in addition to those per address (T-06). Wrong passwords count per address and account: knowing an
 * e-mail address is not enough to lock its owner out. Mails count per recipient, whether the account exists or not, so
 * that a rejection reveals nothing.
 */
import { createRateLimiter } from '@slipway/server';
import type { Rates } from './authRates';
import { currentRequest } from '../lite/currentRequest';
import type { Handler } from './handler';

type Attempt = { kind: 'password' | 'mail'; email: string };

/** Endpoints that mail the address in their body. */
const mailing = /^\/auth\/v1\/(?:signup|recover|resend|otp|magiclink)\/*$/;

async function emailOf(request: Request): Promise<string | undefined> {
  try {
    const body: unknown = await request.clone().json();
    const email = (body as { email?: unknown } | null)?.email;
    return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
  } catch {
    return undefined; // invalid JSON: the auth service rejects it
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

const rejection = (code: string, msg: string, wait: number) =>
  Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

/** `handle` behind these limits, with GoTrue's error messages. */
export function withAccountLimits(handle: Handler, rates: Rates): Handler {
  const mails = createRateLimiter({ limit: rates.mail.burst, seconds: rates.mail.period });
  const passwords = createRateLimiter({ limit: rates.password.burst, seconds: rates.password.period });
  return async (request, client) => {
    const attempt = await attemptOf(request);
    if (!attempt) return handle(request, client);
    const { kind, email } = attempt;
    const current = currentRequest();
    if (current) current.email = email;
    if (kind === 'mail') {
      const wait = await mails.take(email);
      return wait > 0
        ? rejection(
            'over_email_send_rate_limit',
            `For security purposes, you can only request this after ${String(wait)} seconds.`,
            wait,
          )
        : handle(request, client);
    }
    const pair = `${client.address} ${email}`;
    const wait = await passwords.check(pair);
    if (wait > 0) return rejection('over_request_rate_limit', 'Request rate limit reached', wait);
    const response = await handle(request, client);
    if (response.status === 400) await passwords.take(pair);
    return response;
  };
}
