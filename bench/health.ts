/**
 * The cost of health and the service worker for a page: `npx tsx bench/health.ts [--runs 15] [--route /] [--same-tab]`.
 * Starts this checkout twice, with both on and both off, and opens `/` and, signed in, `/dashboard` by turns: as a first
 * visit, three times again in the same tab, and in two new tabs, where the service worker is on. V8 writes its code cache
 * in the second visit without a worker, and in the third with one, so these two visits cannot be compared one by one. Slow
 * connection and CPU: see `slowPages.ts`. Files that the worker fetches after the page is loaded are not counted. Writes `bench/results/health.md`.
 * LCP needs a quiet machine; bytes and CPU time of the main thread do not.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import {
  addFigures,
  comparison,
  countBytes,
  openSlowly,
  openTab,
  pageFigures,
  ratioOf,
  type Side,
  start,
  stop,
} from './slowPages';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    route: { type: 'string', multiple: true, default: ['/', '/dashboard'] },
    'same-tab': { type: 'boolean', default: false },
  },
});
const RUNS = Number(options.runs);
if (!(RUNS > 0))
  throw new Error('Usage: npx tsx bench/health.ts [--runs 15] [--route /dashboard] [--same-tab]');

const GOAL = 1.02;
/** Milliseconds between the first visit and the next. */
const READING = 1_500;

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'slipway-health-'));
type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
const sessions = new Map<Side, Session>();

async function startWith(isOn: boolean, port: number): Promise<Side> {
  const environments = join(place, String(port), 'environments');
  mkdirSync(environments, { recursive: true });
  const { health, ...local } = JSON.parse(
    readFileSync(join(root, 'environments/local.json'), 'utf8'),
  ) as Record<string, unknown>;
  const settings = isOn ? { ...local, health, serviceWorker: true } : { ...local, serviceWorker: false };
  writeFileSync(join(environments, 'local.json'), JSON.stringify(settings));
  return start(root, port, {
    SLIPWAY_ENVIRONMENTS: environments,
    SLIPWAY_HOME: join(place, String(port), 'home'),
  });
}

/** The demo user's session. */
async function signIn(browser: Browser, { origin }: Side): Promise<Session> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator('input[name=email]').fill('demo@slipway.example');
  await page.locator('input[name=password]').fill('Slipway-demo-1');
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL('**/dashboard');
  const session = await context.storageState();
  await context.close();
  return session;
}

/** CPU time of the document's main thread in milliseconds. */
async function cpuTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function visit(page: Page, side: Side, route: string, name: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const weight = await countBytes(page);
  await page.goto(side.origin + route);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The network is idle before the page requests its data: with a fourth of the CPU, that takes longer than 500 ms.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/rest/v1/')),
  );
  await sleep(2_000);
  const { 'LCP, ms': lcp, 'FCP, ms': fcp } = await page.evaluate(pageFigures);
  addFigures(side, `${route} ${name} visit:`, {
    ...{ 'LCP, ms': lcp, 'FCP, ms': fcp },
    ...{ 'network, kB': weight(), 'main thread, ms': await cpuTime(client) },
  });
  await client.detach();
}

/** A first visit; three more in the same tab, which has the files in its memory; and two in new tabs, which have not. */
async function measure(browser: Browser, side: Side, route: string, hasWorker: boolean): Promise<void> {
  const storageState = route === '/dashboard' ? sessions.get(side) : undefined;
  const page = await openSlowly(browser, { storageState });
  const context = page.context();
  await visit(page, side, route, 'first');
  // The worker serves the next visit.
  if (hasWorker) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await sleep(READING);
  await visit(page, side, route, 'next');
  await visit(page, side, route, 'third');
  await visit(page, side, route, 'fourth');
  await page.close();
  for (const name of options['same-tab'] ? [] : ['new tab', 'second tab']) {
    const tab = await openTab(context);
    await visit(tab, side, route, name);
    await tab.close();
  }
  await context.close();
}

/** Weight and LCP against the goal. An interval around it decides nothing. */
function verdicts(off: Side, on: Side): string[] {
  const judged = [...on.values].filter(([key]) => /(?:LCP, ms|network, kB)$/.test(key));
  const lines = judged.map(([key, values]) => {
    const { low, high } = ratioOf(values, off.values.get(key) ?? []);
    const verdict =
      high <= GOAL ? 'met' : low > GOAL ? 'NOT met' : 'open: not enough runs, or a busy machine';
    return `- ${key.replace(/, \w+$/, '')}: ${verdict}`;
  });
  return ['Goal by measure:', '', ...lines];
}

const sides: Side[] = [];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const off = await startWith(false, 4390);
  sides.push(off);
  const on = await startWith(true, 4391);
  sides.push(on);
  const served = async ({ origin }: Side) =>
    (await fetch(`${origin}/slipway.json`)).json() as Promise<object>;
  if ('health' in (await served(off)) || !('health' in (await served(on))))
    throw new Error('The two servers do not differ in "health": check environments/local.json');
  for (const side of sides) sessions.set(side, await signIn(browser, side));
  const load = loadavg()[0] ?? Number.NaN;
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of options.route) {
      for (const side of run % 2 ? sides : sides.toReversed())
        await measure(browser, side, route, side === on);
    }
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
  }
  const report = [
    '# Health and service worker: what they cost a page',
    '',
    `\`npx tsx bench/health.ts ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${load.toFixed(1)}. 150 ms, 1.6 Mbit/s, a fourth of the CPU. Medians; the ratio is that of pairs, taken one after the other. The goal is 1.02 at most for weight and LCP. The code of health is in the first script of both: 2.8 KB, less than 3 KB by \`libs/platform/src/health/size.test.ts\`.`,
    '',
    ...comparison(off, on, ['off', 'on']),
    '',
    ...verdicts(off, on),
    '',
  ].join('\n');
  writeFileSync(join(import.meta.dirname, 'results/health.md'), report);
  console.log(report);
} finally {
  await browser.close();
  await stop(sides);
  rmSync(place, { recursive: true, force: true });
}
