/**
 * Limits per account, in addition to those per address (T-06). Wrong passwords count per address and account: knowing
 * an email address is not enough to lock its owner out. Those from addresses that never signed in to the account count
 * together too, and delay each other. Mails count per recipient and kind: a stranger who requests a mail that an
 * account does not get, such as that of a sign-up, does not block other mails to its owner. All limits count whether
 * the account exists or not, so that a rejection reveals nothing.
 */
import { createRateLimiter, networkOf } from '@slipway/server';
import { currentRequest } from '../lite/currentRequest';
import { isStorable } from '../lite/fixes/malformedBodies';
import type { AccountGuard } from './accountGuard';
import type { Rates } from './authRates';
import type { Handler } from './handler';

/**
 * The kinds of mails that share a limit, as in GoTrue. The two that sign in share one, so that an account gets one a
 * minute.
 */
type MailKind = 'confirmation' | 'recovery' | 'email_change';

type Attempt = { kind: 'password' | MailKind; email: string };

/** Wrong passwords from new addresses before the owner is notified. */
const WARN_AFTER = 10;

/** Endpoints that mail the address in their body. */
const mailing = /^\/auth\/v1\/(signup|recover|resend|otp|magiclink)\/*$/;

async function emailOf(request: Request): Promise<string | undefined> {
  try {
    const body: unknown = await request.clone().json();
    const email = (body as { email?: unknown } | null)?.email;
    // Malformed: the auth service rejects it.
    return typeof email === 'string' && isStorable(email) ? email.trim().toLowerCase() : undefined;
  } catch {
    return undefined; // invalid JSON too
  }
}

async function attemptOf(request: Request): Promise<Attempt | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === 'PUT' && /^\/auth\/v1\/user\/*$/.test(pathname)) {
    const email = await emailOf(request);
    return email ? { kind: 'email_change', email } : undefined;
  }
  if (request.method !== 'POST') return undefined;
  const isPassword = /^\/auth\/v1\/token\/*$/.test(pathname) && searchParams.get('grant_type') === 'password';
  const [, endpoint] = mailing.exec(pathname) ?? [];
  if (!isPassword && endpoint === undefined) return undefined;
  const email = await emailOf(request);
  const kind = endpoint === 'signup' || endpoint === 'resend' ? 'confirmation' : 'recovery';
  return email ? { kind: isPassword ? 'password' : kind, email } : undefined;
}

const rejection = (code: string, msg: string, wait: number) =>
  Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

async function hasError(response: Response, status: number, code: string): Promise<boolean> {
  if (response.status !== status) return false;
  const { error_code: found } = (await response.clone().json()) as { error_code?: unknown };
  return found === code;
}

/** Whether the password was wrong, as opposed to the right one of an unconfirmed account. */
const isFailure = (response: Response) => hasError(response, 400, 'invalid_credentials');

/**
 * Whether a request was rejected before a mail was sent, so that the user can correct it immediately: a change of
 * address without the current password, or a sign-up with a weak password. A weak password is rejected before the
 * account is looked up, and the limit of the caller's address still counts, so this reveals nothing and allows no more
 * tries.
 */
async function isUnmailed(request: Request, response: Response): Promise<boolean> {
  if (request.method === 'PUT') return !response.ok;
  const isSignUp = /\/signup\/*$/.test(new URL(request.url).pathname);
  return isSignUp && (await hasError(response, 422, 'weak_password'));
}

/** Counts before the password is checked, so that parallel attempts have no more tries. */
function passwordLimits(rates: Rates, guard: AccountGuard) {
  const pairs = createRateLimiter({ limit: rates.password.burst, seconds: rates.password.period });
  const strangers = createRateLimiter({ limit: rates.account.burst, seconds: rates.account.period });
  const warnings = createRateLimiter({ limit: WARN_AFTER - 1, seconds: rates.account.period });
  /** Above the limit of strangers, one of them may try in each interval. */
  const slow = createRateLimiter({ limit: 1, seconds: rates.account.interval });
  return async (email: string, address: string, work: () => Promise<Response>) => {
    const pair = `${networkOf(address)} ${email}`;
    const isKnown = await guard.isKnownAddress(email, address);
    const wait =
      (await pairs.take(pair)) ||
      (!isKnown && (await strangers.take(email)) > 0 ? await slow.take(email) : 0);
    if (wait > 0) return rejection('over_request_rate_limit', 'Request rate limit reached', wait);

    const response = await work();
    if (await isFailure(response)) {
      if (!isKnown && (await warnings.take(email)) > 0) await guard.warnOwner(email);
      return response;
    }
    await pairs.giveBack(pair);
    if (!isKnown) await strangers.giveBack(email);
    if (response.ok) await guard.remember(email, address);
    return response;
  };
}

/** `handle` behind these limits, with GoTrue's error messages. */
export function withAccountLimits(handle: Handler, rates: Rates, guard: AccountGuard): Handler {
  const mails = createRateLimiter({ limit: rates.mail.burst, seconds: rates.mail.period });
  const limitPassword = passwordLimits(rates, guard);
  return async (request, client) => {
    const attempt = await attemptOf(request);
    if (!attempt) return handle(request, client);
    const { kind, email } = attempt;
    const current = currentRequest();
    if (current && request.method === 'POST') current.email = email;
    if (kind === 'password') return limitPassword(email, client.address, () => handle(request, client));
    const mail = `${kind} ${email}`;
    const wait = await mails.take(mail);
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${String(wait)} seconds.`;
      return rejection('over_email_send_rate_limit', message, wait);
    }
    const response = await handle(request, client);
    if (await isUnmailed(request, response)) await mails.giveBack(mail);
    return response;
  };
}
