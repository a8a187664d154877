/**
 * Runs the periodic work of the database, as a scheduled job does on a hosted backend: it activates deployments that have
 * been starting for two seconds, among others. Then sends the mails that it asked for.
 */
import type { Backend } from '@slipway/backend';

const EVERY_MS = 1_000;

/**
 * Sweeps until the returned function is called, which resolves when the last sweep has finished. It uses an ordinary
 * request: a direct statement could run inside another request's transaction.
 */
export function startSweep(
  backend: Pick<Backend, 'fetch' | 'secretKey' | 'sendNotices'>,
  origin: string,
): () => Promise<void> {
  const headers = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` };
  let sweeping: Promise<unknown> | undefined;

  const timer = setInterval(() => {
    // Skip while a sweep is running. The backend logs errors, and the next sweep retries.
    sweeping ??= backend
      .fetch(new Request(`${origin}/rest/v1/rpc/sweep_deployments`, { method: 'POST', headers }), {
        address: '127.0.0.1',
        isInternal: true,
      })
      .then(() => backend.sendNotices())
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, EVERY_MS);

  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
