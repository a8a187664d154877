/** The sweep activates deployments without any client (DEP-52, DEP-58). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAgent, deploy, engines, serve, type Served } from '@slipway/backend/testing';
import { startSweep, SWEEP_JOBS } from './sweep';

test.each([
  { seconds: 1, sweeps: 10, mailings: 2 },
  { seconds: 2, sweeps: 5, mailings: 1 },
])('sweeps every $seconds s and looks for mails about every five', async ({ seconds, sweeps, mailings }) => {
  vi.useFakeTimers();
  try {
    const fetch = vi.fn(() => Promise.resolve(new Response()));
    const sendNotices = vi.fn(() => Promise.resolve(0));
    const stop = startSweep({ fetch, secretKey: 'key', sendNotices }, 'http://127.0.0.1', { seconds });
    await vi.advanceTimersByTimeAsync(10_000);
    await stop();
    expect(fetch).toHaveBeenCalledTimes(sweeps);
    expect(sendNotices).toHaveBeenCalledTimes(mailings);
  } finally {
    vi.useRealTimers();
  }
});

test('when a sweep fails, each job has a request, and its failure is logged once', async () => {
  vi.useFakeTimers();
  try {
    const jobs: (string | undefined)[] = [];
    const fetch = vi.fn(async (request: Request) => {
      const { job } = (await request.json()) as { job?: string };
      jobs.push(job);
      return job === undefined || job === 'months' ? new Response('slow', { status: 504 }) : new Response();
    });
    const log = vi.fn();
    const sendNotices = vi.fn(() => Promise.resolve(0));
    const stop = startSweep({ fetch, secretKey: 'key', sendNotices }, 'http://127.0.0.1', { log });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(jobs).toEqual([undefined, ...SWEEP_JOBS, ...SWEEP_JOBS, ...SWEEP_JOBS]);
    expect(log.mock.calls).toEqual([["The sweep's job months failed: 504 slow"]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(jobs.filter((job) => job === undefined)).toHaveLength(2);
    await stop();
  } finally {
    vi.useRealTimers();
  }
});

describe.each(engines)('the sweep on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  test('knows the jobs of the database', async () => {
    const [known] = await served.backend.database.rows<{ jobs: string[] }>(
      'select private.sweep_jobs() as jobs',
    );
    expect(SWEEP_JOBS).toEqual(known?.jobs);
  });

  test('activates a pending deployment after two seconds', { tags: ['DEP-52', 'DEP-58'] }, async () => {
    const owner = await served.user('Olga Owner');
    const { data } = await deploy(owner, { name: 'left-alone', agent_id: await addAgent(owner) });
    const stop = startSweep(served.backend, served.origin);
    const status = async () =>
      (await served.service.from('deployments').select('status').eq('id', String(data.id)).single()).data
        ?.status as unknown;
    expect(await status()).toBe('pending');
    await vi.waitFor(
      async () => {
        expect(await status()).toBe('active');
      },
      { timeout: 10_000, interval: 200 },
    );
    await stop();
  });
});
