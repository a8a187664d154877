/**
 * Runs the periodic work of the database, as a scheduled job does on a hosted backend: it activates deployments that have
 * been starting for two seconds, among others. Every five seconds or so, it sends the mails that are due.
 */
import type { Backend } from '@slipway/backend';

/** A mail may be this many seconds late. To look for one costs more than half as much as a sweep. */
const MAIL_SECONDS = 5;

/**
 * Sweeps every `seconds` until the returned function is called, which resolves when the last sweep has finished. It uses an ordinary
 * request: a direct statement could run inside another request's transaction.
 */
export function startSweep(
  backend: Pick<Backend, 'fetch' | 'secretKey' | 'sendNotices'>,
  origin: string,
  seconds = 1,
): () => Promise<void> {
  const sweepsAMailing = Math.ceil(MAIL_SECONDS / seconds);
  const headers = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` };
  let sweeping: Promise<unknown> | undefined;
  let sweeps = 0;

  const timer = setInterval(() => {
    // Skip while a sweep is running. The backend logs errors, and the next sweep retries.
    sweeping ??= backend
      .fetch(new Request(`${origin}/rest/v1/rpc/sweep_deployments`, { method: 'POST', headers }), {
        address: '127.0.0.1',
        isInternal: true,
      })
      .then(() => {
        sweeps += 1;
        return sweeps % sweepsAMailing === 0 ? backend.sendNotices() : 0;
      })
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, seconds * 1_000);

  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
