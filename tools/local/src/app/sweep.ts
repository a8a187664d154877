/** Moves what is overdue, as a scheduler does on a hosted backend: deployments on their way for two seconds become active. */
import type { Backend } from '@slipway/backend';

const EVERY_MS = 1_000;

/**
 * Sweeps until the returned function is called; it resolves when the last sweep is over.
 * A sweep goes the way of any request: past it, a statement could land in a neighbour's transaction.
 */
export function startSweep(
  backend: Pick<Backend, 'fetch' | 'secretKey'>,
  origin: string,
): () => Promise<void> {
  const headers = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` };
  let sweeping: Promise<unknown> | undefined;

  const timer = setInterval(() => {
    // A slow one is not overtaken by the next. What fails is told by the backend, and tried again.
    sweeping ??= backend
      .fetch(new Request(`${origin}/rest/v1/rpc/sweep_deployments`, { method: 'POST', headers }), {
        address: '127.0.0.1',
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
