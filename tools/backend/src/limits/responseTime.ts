/**
 * The least time of responses whose content is the same for known and unknown addresses: without it, their time reveals
 * which addresses have an account.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from './handler';

/** Milliseconds: more than a password check takes. */
export const RESPONSE_TIME = 250;

/** Requests that may send a mail to any address. */
export const mailing = /^\/auth\/v1\/(?:signup|recover|resend|otp|magiclink)\/*$/;
const checking = /^\/auth\/v1\/(?:token|verify)\/*$/;

/** A successful check needs no delay: it reveals an account to its owner only. */
function isDelayed(method: string, path: string, status: number): boolean {
  if (method === 'PUT') return /^\/auth\/v1\/user\/*$/.test(path);
  return method === 'POST' && (mailing.test(path) || (checking.test(path) && status >= 400));
}

/** `time` in milliseconds. */
export const withResponseTime =
  (handle: Handler, time: number): Handler =>
  async (request, client) => {
    const began = performance.now();
    const response = await handle(request, client);
    const rest = time - (performance.now() - began);
    if (rest > 0 && isDelayed(request.method, new URL(request.url).pathname, response.status))
      await sleep(rest);
    return response;
  };
