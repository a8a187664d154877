/**
 * Measures the collector in the local server: `npx tsx bench/beacons.ts [--seconds 30] [--rate 2000]`.
 * Sends reports of pages at a steady rate while pages are requested, and compares the latency of the pages with that
 * without reports. Then opens a page in Chromium with the collector up and down. The server is a separate process on the
 * embedded database; `npm start` must have built the slices. Writes `bench/results/beacons.md`.
 * One file: its parts are used nowhere else.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { parseComposition } from '@slipway/contracts';
import { httpHealthSource } from '@slipway/health';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, rate: { type: 'string', default: '2000' } },
});
const [SECONDS, RATE] = [Number(values.seconds), Number(values.rate)];
if (!(SECONDS > 0) || !(RATE > 0)) throw new Error('Usage: --seconds 30, --rate 2000');

const PORT = 4569;
const ORIGIN = `http://127.0.0.1:${String(PORT)}`;
/** Requests for pages a second. */
const PAGES = 20;
/** Milliseconds between two groups of reports. */
const TICK = 10;
const LOADS = 15;
/** Seconds. */
const ROUND = 5;
const TICKS_PER_SECOND = 100; // of the kernel's clock in /proc

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const home = mkdtempSync(join(tmpdir(), 'slipway-beacons-'));

/** Resolves to the status; rejects when the server cannot be reached. */
const send = (path: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(`${ORIGIN}${path}`, { agent, method: body ? 'POST' : 'GET', headers });
    outgoing.on('response', (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    outgoing.on('error', reject).end(body);
  });

async function startServer() {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../tools/local/src/start.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PORT: String(PORT), SLIPWAY_HOME: home, HEALTH_LIMIT: '100000000' },
    },
  );
  for (;;) {
    if ((await send('/healthz').catch(() => 0)) === 200) break;
    if (child.exitCode !== null) throw new Error('The server did not start');
    await sleep(500);
  }
  /** CPU seconds of the process since its start. */
  const cpu = () => {
    const fields = readFileSync(`/proc/${String(child.pid)}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  };
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]) / 1024;
  return { child, cpu, resident };
}

/** Five events of a visit, as a page sends them. */
async function newReport(): Promise<string> {
  const composition = parseComposition(await (await fetch(`${ORIGIN}/slipway.json`)).json());
  const { version = '' } = composition.slices['marketplace'] ?? {};
  const event = { slice: 'marketplace', version, group: 'stable', route: '/marketplace' };
  return JSON.stringify({
    ...{ v: 1, environment: 'local', revision: composition.revision, sampled: true },
    events: [
      { ...event, kind: 'view' },
      { ...event, kind: 'vital', name: 'LCP', value: 1234.5 },
      { ...event, kind: 'vital', name: 'INP', value: 72 },
      { ...event, kind: 'vital', name: 'CLS', value: 0.012 },
      { ...event, kind: 'error', first: true, phase: 'event', code: 'TypeError', fingerprint: '01234567' },
    ],
  });
}

const newFigures = () => ({ microseconds: createHistogram(), cpu: 0, seconds: 0, sent: 0, accepted: 0 });
type Figures = ReturnType<typeof newFigures>;

/** Requests pages, and sends reports if there is one, for some seconds. Adds to `figures`. */
async function measure(
  server: Awaited<ReturnType<typeof startServer>>,
  figures: Figures,
  duration: number,
  report?: string,
): Promise<void> {
  const replies: Promise<number>[] = [];
  const before = server.cpu();
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const pages = async () => {
    for (let page = 0; elapsed() < duration * 1000; page += 1) {
      const start = performance.now();
      await send('/marketplace');
      figures.microseconds.record(Math.max(1, Math.round((performance.now() - start) * 1000)));
      await sleep(Math.max(0, ((page + 1) * 1000) / PAGES - elapsed()));
    }
  };
  const reports = async () => {
    while (report !== undefined && elapsed() < duration * 1000) {
      const due = Math.min(RATE * duration, Math.floor((RATE * elapsed()) / 1000));
      while (replies.length < due) replies.push(send('/health-events', report).catch(() => 0));
      await sleep(TICK);
    }
  };
  await Promise.all([pages(), reports()]);
  const statuses = await Promise.all(replies);
  figures.seconds += elapsed() / 1000;
  figures.cpu += server.cpu() - before;
  figures.sent += statuses.length;
  figures.accepted += statuses.filter((status) => status === 204).length;
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Largest Contentful Paint of the page, in milliseconds, with the collector up and down alternately. */
async function inBrowser(): Promise<{ up: number; down: number; errors: number }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  const times: { up: number[]; down: number[] } = { up: [], down: [] };
  let errors = 0;
  for (let load = 0; load < LOADS * 2; load += 1) {
    const isUp = load % 2 === 0;
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', () => (errors += 1));
    // Intercepting requests would slow all of them down.
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.setBlockedURLs', { urls: [isUp ? '*/none' : '*/health-events'] });
    await page.goto(`${ORIGIN}/marketplace`);
    await page.getByText(/Showing \d+ of/).waitFor();
    const lcp = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().at(-1)?.startTime ?? 0);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    times[isUp ? 'up' : 'down'].push(lcp);
    await page.goto('about:blank');
    await page.context().close();
  }
  await browser.close();
  return { up: median(times.up), down: median(times.down), errors };
}

const server = await startServer();
try {
  const report = await newReport();
  const [first, quiet, loaded] = [newFigures(), newFigures(), newFigures()];
  await measure(server, first, ROUND, report); // warms up
  const began = new Date();
  // Alternately, because the machine does other work too.
  for (let round = 0; round < SECONDS / ROUND; round += 1) {
    await measure(server, quiet, ROUND);
    await measure(server, loaded, ROUND, report);
  }
  const memory = server.resident();
  await sleep(6_000); // the last batch is written after five seconds
  const key = readFileSync(join(home, 'health-key'), 'utf8').trim();
  const minutes = await httpHealthSource(ORIGIN, key).minutes({
    ...{ environment: 'local', slice: 'marketplace' },
    ...{ from: new Date(began.getTime() - 3_600_000), to: new Date(Date.now() + 60_000) },
  });
  const views = minutes.reduce((sum, minute) => sum + minute.views, 0);
  const browser = await inBrowser();
  const [ms, share] = [
    (value: number) => value.toFixed(1),
    (value: number) => `${(value * 100).toFixed(0)} %`,
  ];
  const latency = ({ microseconds }: Figures, percentile: number) =>
    microseconds.percentile(percentile) / 1000;
  const row = (name: string, figures: Figures) =>
    `| ${name} | ${(figures.sent / figures.seconds).toFixed(0)} | ${ms(latency(figures, 50))} | ${ms(latency(figures, 95))} | ${share(figures.cpu / figures.seconds)} |`;
  const text = `# Reports of pages

\`npx tsx bench/beacons.ts --seconds ${String(SECONDS)} --rate ${String(RATE)}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model.split(' ').slice(0, 2).join(' ') ?? 'CPU'}, Node ${process.versions.node}. The local server with the embedded database is one process, and the load another one on the same machine, which did other work too. Each report has five events; ${String(PAGES)} pages a second are requested meanwhile, with and without reports alternately of ${String(ROUND)} seconds.

| | reports a second | p50 of a page, ms | p95 of a page, ms | CPU of the server, of one core |
| --- | ---: | ---: | ---: | ---: |
${row('no reports', quiet)}
${row('with reports', loaded)}

- Latency of a page with reports: ${(latency(loaded, 50) / latency(quiet, 50)).toFixed(2)} × at the median, ${(latency(loaded, 95) / latency(quiet, 95)).toFixed(2)} × at p95.
- ${String(loaded.accepted)} of ${String(loaded.sent)} reports were accepted. Of ${String(first.accepted + loaded.accepted)} reports, with those of a first run, ${String(first.accepted + loaded.accepted - views)} are missing in the database. The server uses ${memory.toFixed(0)} MB.
- Largest Contentful Paint in Chromium, medians of ${String(LOADS)} loads alternately: ${ms(browser.up)} ms with the collector, ${ms(browser.down)} ms without (${((browser.down / browser.up - 1) * 100).toFixed(1)} %), ${String(browser.errors)} errors in the page.
`;
  writeFileSync(join(import.meta.dirname, 'results/beacons.md'), text);
  console.log(text);
} finally {
  server.child.kill('SIGTERM');
  await new Promise((resolve) => server.child.once('exit', resolve));
  agent.destroy();
  rmSync(home, { recursive: true, force: true });
}
