/**
 * The cost of health and the service worker for a page: `npx tsx bench/health.ts [--runs 15]`. Starts this checkout twice,
 * with both on and both off, and opens `/` and, signed in, `/dashboard` by turns: as a first visit, and again as the next
 * visit of the same browser, which the service worker then serves. Slow connection and CPU: see `slowPages.ts`. Files that
 * the worker fetches after the page is loaded are not counted. Writes `bench/results/health.md`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { addFigures, comparison, openSlowly, pageFigures, type Side, start, stop } from './slowPages';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const RUNS = Number(options.runs);
if (!(RUNS > 0)) throw new Error('Usage: npx tsx bench/health.ts [--runs 15]');

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

async function measure(browser: Browser, side: Side, route: string): Promise<void> {
  const storageState = route === '/dashboard' ? sessions.get(side) : undefined;
  const page = await openSlowly(browser, { storageState });
  for (const visit of ['first', 'next']) {
    await page.goto(side.origin + route);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    addFigures(side, `${route} ${visit} visit:`, await page.evaluate(pageFigures));
    // A worker that the page has registered serves the next visit.
    await page.evaluate(async () => {
      if (await navigator.serviceWorker.getRegistration()) await navigator.serviceWorker.ready;
    });
  }
  await page.context().close();
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
    for (const route of ['/', '/dashboard']) {
      for (const side of run % 2 ? sides : sides.toReversed()) await measure(browser, side, route);
    }
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
  }
  const report = [
    '# Health and service worker: what they cost a page',
    '',
    `\`npx tsx bench/health.ts --runs ${String(RUNS)}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${load.toFixed(1)}. 150 ms, 1.6 Mbit/s, a fourth of the CPU. Medians. The goal is a ratio of 1.02 at most.`,
    '',
    ...comparison(off, on, ['off', 'on']),
    '',
  ].join('\n');
  writeFileSync(join(import.meta.dirname, 'results/health.md'), report);
  console.log(report);
} finally {
  await browser.close();
  await stop(sides);
  rmSync(place, { recursive: true, force: true });
}
