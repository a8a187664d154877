/**
 * Runs the periodic work of the database, as scheduled jobs do on a hosted backend: it activates deployments that have
 * been starting for two seconds, among others. Every five seconds or so, it sends the mails that are due.
 */
import type { Backend } from '@slipway/backend';
import { functionRequest } from '@slipway/server';

/** The most seconds that a mail waits. Looking for mails costs more than half as much as a sweep. */
const MAIL_SECONDS = 5;

/** The jobs of a sweep. Source: `private.sweep_jobs()`. */
export const SWEEP_JOBS: readonly string[] = [
  ...['records', 'offers', 'withdrawals', 'subscriptions', 'months', 'invoices', 'reconciliation'],
  ...['jobs', 'deployments'],
];

/** After a sweep that failed, so many ones run each job in a separate request, which costs five times as much. */
const SEPARATE_SWEEPS = 60;

/**
 * Sweeps every `seconds` until the returned function is called, which resolves when the last sweep has finished. It uses ordinary
 * requests: a direct statement could run inside another request's transaction. Logs the jobs that fail.
 */
export function startSweep(
  backend: Pick<Backend, 'fetch' | 'secretKey' | 'sendNotices'>,
  origin: string,
  { seconds = 1, log = () => undefined }: { seconds?: number; log?: (line: string) => void } = {},
): () => Promise<void> {
  const sweepsAMailing = Math.ceil(MAIL_SECONDS / seconds);
  /** The last error of each job, to log it once. */
  const problems = new Map<string, string>();
  let sweeping: Promise<unknown> | undefined;
  let sweeps = 0;
  let separateSweeps = 0;

  /** Runs all jobs in one transaction, or one of them. Returns what went wrong. */
  const run = async (job?: string): Promise<string | undefined> => {
    const call = { url: origin, key: backend.secretKey };
    const request = functionRequest('sweep_deployments', job ? { job } : {}, call);
    const response = await backend.fetch(request, { address: '127.0.0.1', isInternal: true });
    return response.ok ? undefined : `${String(response.status)} ${await response.text()}`;
  };

  const sweep = async () => {
    if (separateSweeps === 0 && (await run()) === undefined) return;
    separateSweeps = separateSweeps === 0 ? SEPARATE_SWEEPS : separateSweeps - 1;
    for (const job of SWEEP_JOBS) {
      const problem = await run(job);
      if (problem && problem !== problems.get(job)) log(`The sweep's job ${job} failed: ${problem}`);
      if (problem) problems.set(job, problem);
      else problems.delete(job);
    }
  };

  const timer = setInterval(() => {
    // Skip while a sweep is running. The next one retries what failed.
    sweeping ??= sweep()
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
