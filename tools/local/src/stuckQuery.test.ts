/**
 * A query that never ends: the server keeps responding, and still shuts down (finding C1). At night, because PGlite uses a
 * core until the server ends it. Sample: tools/backend/src/database/embedded/embeddedPostgres.test.ts.
 */
import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/backend';
import { files, newHome } from '@slipway/backend/testing';
import { startServer } from './server';

vi.setConfig({ testTimeout: 60_000 }); // opens a database twice, on busy machines

const app = () => Promise.resolve(new Response('the app'));

test.runIf(process.env['TEST_TIER'] === 'nightly')(
  'a query that never ends delays neither health, pages nor the shutdown (C1)',
  async () => {
    const home = newHome();
    const options = { home, origin: 'http://127.0.0.1', log: () => undefined, ...files };
    // The REST API knows the functions that exist when the backend starts.
    const before = await startBackend(options);
    await before.database.rows(`create function public.run_forever() returns bigint language sql volatile as
    $$ select count(*) from generate_series(1, 1000000000000) as numbers $$`);
    await before.close();
    const server = await startServer({ port: 0, headers: () => ({}), app });
    const starting = startBackend(options);
    server.attach(starting);
    const { publishableKey } = await starting;
    server.ready();

    let hasEnded = false;
    const stuck = fetch(`${server.origin}/rest/v1/rpc/run_forever`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: '{}',
    })
      .then(
        ({ status }) => status,
        () => 'closed',
      )
      .finally(() => {
        hasEnded = true;
      });
    for (const path of ['/healthz', '/', '/healthz', '/']) {
      expect((await fetch(server.origin + path)).status).toBe(200);
      expect(hasEnded).toBe(false);
    }
    await server.close();
    expect([504, 'closed']).toContain(await stuck); // ended by the watchdog, or by the server's grace period
    rmSync(home, { recursive: true, force: true });
  },
);
