/**
 * Measures the marketplace in Chromium: `npx tsx bench/browse.ts`. 100,000 agents on PostgreSQL behind the server of
 * `npm start`. Measures the time from the last key of "suport bot" to its results on screen, and scrolling through
 * 2,000 cards: heap, frames and duplicate requests. Writes `bench/results/browse.md`.
 * One file: both measurements use the same database, which takes a minute to fill.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { migrate, openPostgres } from '@slipway/backend';
import { startPostgres } from '@slipway/backend/testing/postgres';
import { fill } from './sampleAgents';

const AGENTS = 100_000;
const CARDS = 2_000;
const RUNS = 20;
const PORT = 4390;
/** Milliseconds between keys: about 60 and 130 words per minute. */
const KEYS_MS = [200, 90];
const origin = `http://127.0.0.1:${String(PORT)}`;
const root = join(import.meta.dirname, '..');

const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function serve(databaseUrl: string, home: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [join(root, 'tools/repo/bootstrap/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), SLIPWAY_HOME: home, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  });
  for (let second = 0; second < 180; second += 1) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (response?.ok) return server;
    if (server.exitCode !== null) break;
    await sleep(1_000);
  }
  throw new Error('The server did not start: see its output above');
}

/** Milliseconds from the last key of a misspelled search to the frame that shows its results, one value per run. */
async function typing(page: Page, delay: number): Promise<number[]> {
  const times: number[] = [];
  // The list is marked busy only once its request is sent, so results count from the response on.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (typeof init?.body === 'string' && init.body.includes('"suport bot"')) {
        Object.assign(window, { answered: true });
      }
      return response;
    };
  });
  for (let run = 0; run < RUNS + 3; run += 1) {
    await page.goto(`${origin}/marketplace`);
    await page.getByText(/Showing 48 of/).waitFor();
    await page.evaluate(() => {
      const state = { key: 0, shown: 0 };
      Object.assign(window, { bench: state });
      document.addEventListener('keydown', () => {
        state.key = performance.now();
        state.shown = 0;
      });
      const look = () => {
        const hasResults =
          'answered' in window &&
          document.querySelector('main ul[aria-busy="false"] article, main ul:not([aria-busy]) article');
        if (state.shown === 0 && hasResults) state.shown = performance.now();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.getByRole('searchbox').pressSequentially('suport bot', { delay });
    const handle = await page.waitForFunction(() => {
      const { bench } = window as unknown as { bench: { key: number; shown: number } };
      return bench.shown > 0 && bench.shown - bench.key;
    });
    times.push((await handle.jsonValue()) as number);
    const shown = await page.locator('main article').count();
    if (shown === 0) throw new Error('"suport bot" found nothing');
  }
  return times.slice(3); // warm-up
}

interface Scrolled {
  cards: number;
  framesPerSecond: number;
  /** Percentage of frames that took more than 20 ms. */
  slowPercent: number;
  /** JavaScript heap of the page after garbage collection, in MB. */
  heapBefore: number;
  heapAfter: number;
  /** Elements in the document at the end. */
  elements: number;
  requests: number;
  duplicates: string[];
}

async function scrolling(page: Page): Promise<Scrolled> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|auth)\//.test(request.url())) {
      asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
    }
  });
  await page.goto(`${origin}/marketplace`);
  await page.getByText(/Showing 48 of/).waitFor();
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const heapBefore = await heap();
  const frames = await page.evaluate(async (cards) => {
    const times: number[] = [];
    const shown = () =>
      Number(/Showing ([\d,]+)/.exec(document.body.innerText)?.[1]?.replaceAll(',', '') ?? 0);
    let reached = 0;
    let last = performance.now();
    while (reached < cards) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
      window.scrollBy(0, 40); // 2,400 px per second
      // Reading the text distorts the measurement, so do it once a second.
      if (times.length % 60 === 0) {
        reached = shown();
        last = performance.now();
      }
    }
    return times;
  }, CARDS);
  const heapAfter = await heap();
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const total = frames.reduce((sum, time) => sum + time, 0);
  return {
    cards: CARDS,
    framesPerSecond: (frames.length * 1_000) / total,
    slowPercent: (frames.filter((time) => time > 20).length * 100) / frames.length,
    heapBefore,
    heapAfter,
    elements,
    requests: asked.length,
    duplicates: asked.filter((request, index) => asked.indexOf(request) !== index),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'slipway-browse-'));
const postgres = await startPostgres('17', folder);
let server: ChildProcess | undefined;
try {
  const url = `${postgres.address}/postgres`;
  const database = await openPostgres(url);
  await migrate(database, { migrationsDir: join(root, 'supabase/migrations'), seedFile: undefined });
  console.log(`Inserting ${String(AGENTS)} agents …`);
  await fill(database, AGENTS);
  await database.close();
  server = await serve(url, join(folder, 'home'));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  // tsx compiles calls to this helper into every function.
  await context.addInitScript('globalThis.__name = (named) => named');
  const typed = [];
  for (const delay of KEYS_MS) typed.push({ delay, times: await typing(await context.newPage(), delay) });
  const scrolled = await scrolling(await context.newPage());
  await browser.close();

  const text = `# Browsing

${new Date().toISOString().slice(0, 16)} UTC, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, load average ${String(loadavg()[0]?.toFixed(1))}; Node ${process.version}, Chromium without a graphics card, 1280 × 800.
${AGENTS.toLocaleString('en')} agents on PostgreSQL 17; the server, the database and the browser share the machine. Written by \`npx tsx bench/browse.ts\`.

| from the last key of "suport bot" to its results on screen, ms | p50 of ${String(RUNS)} | p95 | best |
|---|--:|--:|--:|
${typed
  .map(
    ({ delay, times }) =>
      `| a key every ${String(delay)} ms | ${quantile(times, 0.5).toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} | ${quantile(times, 0).toFixed(0)} |`,
  )
  .join('\n')}

| scrolling through ${scrolled.cards.toLocaleString('en')} cards | |
|---|--:|
| frames per second | ${scrolled.framesPerSecond.toFixed(1)} |
| frames slower than 20 ms | ${scrolled.slowPercent.toFixed(1)} % |
| heap before, MB | ${scrolled.heapBefore.toFixed(1)} |
| heap after, MB | ${scrolled.heapAfter.toFixed(1)} |
| elements in the document after | ${String(scrolled.elements)} |
| data requests | ${String(scrolled.requests)} |
| duplicates | ${String(scrolled.duplicates.length)} |
`;
  for (const request of scrolled.duplicates) console.log(`Sent twice: ${request.slice(0, 200)}`);
  writeFileSync(join(import.meta.dirname, 'results/browse.md'), text);
  console.log(text);
} finally {
  server?.kill('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
