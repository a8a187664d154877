/**
 * Runs the periodic work of the database, as a scheduled job does on a hosted backend: it activates deployments that have
 * been starting for two seconds, among others. After every fifth sweep, sends the mails that are due.
 */
import type { Backend } from '@slipway/backend';

const EVERY_MS = 1_000;
/** A mail may be five seconds late. To look for one costs more than half as much as a sweep. */
const SWEEPS_A_MAILING = 5;

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
        return sweeps % SWEEPS_A_MAILING === 0 ? backend.sendNotices() : 0;
      })
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
