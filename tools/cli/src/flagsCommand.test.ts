/** `slipway flags`: the rules of an environment, and its variants compared by the reports of a collector over HTTP. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createHealthReader, type HealthExposure } from '@slipway/health';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { healthSourceOf } from './testing/healthMinutes';
import { shellRelease, sliceRelease } from './testing/releases';
import { blocksOf, wordsOf } from './testing/runbook';
import { openFolderStore } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const KEY = 'reader';
const market = sliceRelease({
  flags: { graph: { description: 'A graph' }, table: { description: 'A table', default: true } },
});

const flags = { market: { graph: { percent: 20, people: ['ada'] } } };

let place: WorkspaceWithStore;
let server: Server;
let exposures: HealthExposure[];

/** Visits that ended `hours` hours ago. */
function report(hours: number, fields: Partial<HealthExposure>): void {
  const hour = new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
  exposures.push({
    ...{ environment: 'staging', hour, slice: 'market', version: market.version, group: 'stable' },
    ...{ flag: 'market.graph', variant: 'on', visits: 0, failedVisits: 0, errorVisits: 0 },
    ...fields,
  });
}

beforeEach(async () => {
  exposures = [];
  const source = healthSourceOf(
    () => [],
    () => [],
    () => exposures,
  );
  server = createServer(getRequestListener(createHealthReader(source, KEY)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  place = await openWorkspace(openFolderStore, {
    ...{ SLIPWAY_OWN_STORE: '1', SLIPWAY_HEALTH_URL: url, SLIPWAY_HEALTH_KEY: KEY },
  });
  place.writeEnvironment('local');
  place.writeEnvironment('staging', { flags });
  for (const release of [shellRelease(), market]) await place.build(release);
  await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'a test');
});
afterEach(async () => {
  await place.close();
  server.close();
});

const lines = async (...argv: string[]) =>
  (await place.text('flags', '--env', 'staging', ...argv)).split('\n').map((line) => line.split(/ {2,}/));

it('adds up visits by page and variant, without developers and earlier hours', async () => {
  report(0, { visits: 100, errorVisits: 9, failedVisits: 2 });
  report(3, { visits: 100, errorVisits: 1, group: 'canary' });
  report(1, { variant: 'off', visits: 800, errorVisits: 8 });
  report(1, { slice: 'shell', visits: 10 });
  report(1, { visits: 50, errorVisits: 50, group: 'override' });
  report(24, { visits: 50, errorVisits: 50 });
  const [head, ...rows] = await lines('--since', '6h');
  expect(head).toEqual(['flag', 'rule', 'page of', 'variant', 'visits', 'failed', 'with errors']);
  const graph = ['market.graph', '20%, 1 listed'];
  expect(rows).toEqual(
    expect.arrayContaining([
      ['market.table', 'on'],
      [...graph, 'market', 'off', '800', '0.00%', '1.00%'],
      [...graph, 'market', 'on', '200', '1.00%', '5.00%'],
      [...graph, 'shell', 'on', '10', '0.00%', '0.00%'],
    ]),
  );
  expect(rows).toHaveLength(4);
});

it('rejects what is no duration', async () => {
  expect(await place.failure('flags', '--env', 'staging', '--since', 'a week')).toContain('duration');
});

it('runs the commands of docs/flags.md', async () => {
  await place.text('deploy', 'shell', 'market', '--env', 'local', '--reason', 'a test');
  place.writeEnvironment('local', { flags });
  const document = readFileSync(join(import.meta.dirname, '../../../docs/flags.md'), 'utf8');
  const commands = blocksOf(document)
    .flat()
    .filter((line) => line.startsWith('npx slipway'));
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) await place.text(...wordsOf(command).slice(2));
});
