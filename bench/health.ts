/**
 * The cost of health and the service worker for a page: `npx tsx bench/health.ts [--runs 15] [--route /] [--cpu 4]
 * [--first] [--private] [--none] [--port 4390]`.
 * Starts this checkout twice, with both on and both off, and opens `/` and, signed in, `/dashboard` alternately: as a first
 * visit, three times again in the same tab, in a new tab, and after a restart of the browser. Each run has a new profile:
 * a private window (`--private`), such as a context of Playwright, has no code cache on disk. `--none` compares off with
 * off: how much two equal servers differ on this machine. `--first` makes only first visits, `--cpu 1` leaves the CPU as it is: LCP
 * then varies least. Slow connection and CPU: see `slowPages.ts`. Files that the worker
 * fetches after the page is loaded are not counted. Writes `bench/results/health.md`, other comparisons beside it.
 * LCP needs a quiet machine; bytes and CPU time of the main thread do not.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { openPrivateWindow, openProfile, type Session, signIn } from './profiles';
import {
  addFigures,
  CPU_SLOWDOWN,
  comparison,
  countBytes,
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
    cpu: { type: 'string', default: String(CPU_SLOWDOWN) },
    first: { type: 'boolean', default: false },
    private: { type: 'boolean', default: false },
    none: { type: 'boolean', default: false },
    port: { type: 'string', default: '4390' },
  },
});
const RUNS = Number(options.runs);
const SLOWDOWN = Number(options.cpu);
if (!(RUNS > 0 && SLOWDOWN >= 1))
  throw new Error(
    'Usage: npx tsx bench/health.ts [--runs 15] [--route /dashboard] [--cpu 4] [--first] [--private] [--none]',
  );

const GOAL = 1.02;
/** Milliseconds between the first visit and the next. */
const READING = 1_500;

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'slipway-health-'));
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

/** Visits in the same tab, whose files are in its memory; in a new tab; and after a restart of the browser. */
async function measure(browser: Browser, side: Side, route: string, hasWorker: boolean): Promise<void> {
  const session = route === '/dashboard' ? sessions.get(side) : undefined;
  const profile = mkdtempSync(join(place, 'profile-'));
  const visitTab = async (context: BrowserContext, names: readonly string[]) => {
    const page = await openTab(context, SLOWDOWN);
    for (const name of names) {
      await visit(page, side, route, name);
      // The worker serves the next visit.
      if (hasWorker) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await sleep(READING);
    }
    await page.close();
  };
  const context = options.private
    ? await openPrivateWindow(browser, session)
    : await openProfile(profile, session, side.origin);
  await visitTab(context, options.first ? ['first'] : ['first', 'next', 'third', 'fourth']);
  if (!options.first) await visitTab(context, ['new tab']);
  await context.close();
  if (!options.private && !options.first) {
    const restarted = await openProfile(profile);
    await visitTab(restarted, ['restarted']);
    await restarted.close();
  }
  rmSync(profile, { recursive: true, force: true });
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
  const off = await startWith(false, Number(options.port));
  sides.push(off);
  const on = await startWith(!options.none, Number(options.port) + 1);
  sides.push(on);
  const served = async ({ origin }: Side) =>
    (await fetch(`${origin}/slipway.json`)).json() as Promise<object>;
  if ('health' in (await served(off)) || 'health' in (await served(on)) === options.none)
    throw new Error('The two servers do not differ in "health": check environments/local.json');
  for (const side of sides) sessions.set(side, await signIn(browser, side.origin));
  const load = loadavg()[0] ?? Number.NaN;
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of options.route) {
      for (const side of run % 2 ? sides : sides.toReversed())
        await measure(browser, side, route, side === on && !options.none);
    }
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
  }
  const report = [
    '# Health and service worker: what they cost a page',
    '',
    `\`npx tsx bench/health.ts ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${load.toFixed(1)}. 150 ms, 1.6 Mbit/s, ${SLOWDOWN > 1 ? `the CPU ${String(SLOWDOWN)} times as slow` : 'all of the CPU'}. Medians; the ratio is that of pairs, taken one after the other. The goal is 1.02 at most for weight and LCP. The code of health is in the first script of both: 2.8 KB, less than 3 KB by \`libs/platform/src/health/size.test.ts\`.`,
    '',
    ...comparison(off, on, options.none ? ['off', 'off again'] : ['off', 'on']),
    '',
    ...verdicts(off, on),
    '',
  ].join('\n');
  const name = [
    'health',
    ...(options.first ? ['first'] : []),
    ...(options.private ? ['private'] : []),
    ...(options.none ? ['none'] : []),
  ].join('-');
  writeFileSync(join(import.meta.dirname, `results/${name}.md`), report);
  console.log(report);
} finally {
  await browser.close();
  await stop(sides);
  rmSync(place, { recursive: true, force: true });
}
