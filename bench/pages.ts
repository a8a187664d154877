/**
 * Compares the pages of this checkout with those of another commit: `npx tsx bench/pages.ts <commit> [--runs 15]`.
 * Clones and installs the commit, starts `npm start` of both, and opens public pages by turns in new browser contexts, on
 * a slow connection (150 ms, 1.6 Mbit/s) with a fourth of the CPU; then follows a link to a slice that is not loaded.
 * Writes `bench/results/pages.md`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '15' } },
});
const [commit] = positionals;
const RUNS = Number(options.runs);
if (!commit || !(RUNS > 0)) throw new Error('Usage: npx tsx bench/pages.ts <commit> [--runs 15]');

const root = join(import.meta.dirname, '..');
const routes = ['/', '/marketplace', '/login'];
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const CPU_SLOWDOWN = 4;
const RESAMPLES = 2_000;

interface Side {
  origin: string;
  server: ChildProcess;
  /** Values by measure, one per run. */
  values: Map<string, number[]>;
}

async function start(checkout: string, port: number, home: string): Promise<Side> {
  const server = spawn(process.execPath, [join(checkout, 'tools/repo/bootstrap/start.mjs')], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), SLIPWAY_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  for (let second = 0; second < 300; second += 1) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (response?.ok) return { origin, server, values: new Map() };
    if (server.exitCode !== null) break;
    await sleep(1_000);
  }
  throw new Error(`The server of ${checkout} did not start: see its output above`);
}

async function openSlowly(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', network);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // tsx adds calls of this helper to the functions below, which run in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  return page;
}

/** Times in milliseconds, and kB of JavaScript as transferred. */
const pageFigures = () => {
  const lcp = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry) => new URL(entry.name).pathname.endsWith('.js')) as PerformanceResourceTiming[];
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  return lcp.then((value) => ({
    'LCP, ms': value,
    'FCP, ms': fcp,
    'JavaScript, kB': scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
  }));
};

/** Milliseconds from the press of a link to its page. */
const follow = () =>
  new Promise<number>((resolve) => {
    const link = [...document.querySelectorAll('a')].find((each) => each.pathname === '/login');
    const began = performance.now();
    const look = () => {
      // Not the heading, which the loading state has too.
      if (document.querySelector('input[type=password]')) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    link?.click();
    look();
  });

async function measure(browser: Browser, { origin, values }: Side, route: string): Promise<void> {
  const page = await openSlowly(browser);
  await page.goto(origin + route);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const figures: Record<string, number> = await page.evaluate(pageFigures);
  if (route === '/') figures['click to /login, ms'] = await page.evaluate(follow);
  for (const [name, value] of Object.entries(figures)) {
    const key = `${route} ${name}`;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  await page.context().close();
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The ratio of the medians, and its 95 % interval by resampling. */
function ratio(now: readonly number[], before: readonly number[]): string {
  const draw = (values: readonly number[]) =>
    values.map(() => values[Math.floor(Math.random() * values.length)] ?? Number.NaN);
  const ratios = Array.from({ length: RESAMPLES }, () => median(draw(now)) / median(draw(before))).sort(
    (a, b) => a - b,
  );
  const at = (share: number) => (ratios[Math.floor(share * RESAMPLES)] ?? Number.NaN).toFixed(2);
  return `${(median(now) / median(before)).toFixed(2)} | ${at(0.025)} to ${at(0.975)}`;
}

const place = mkdtempSync(join(tmpdir(), 'slipway-pages-'));
const sides: Side[] = [];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const checkout = join(place, 'before');
  execFileSync('git', ['clone', '--quiet', root, checkout]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: checkout });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' });
  sides.push(await start(checkout, 4390, join(place, 'home-before')));
  sides.push(await start(root, 4391, join(place, 'home-now')));
  const load = loadavg()[0] ?? Number.NaN;
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of routes) {
      for (const side of run % 2 ? sides : sides.toReversed()) await measure(browser, side, route);
    }
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
  }
  const [before, now] = sides;
  const rows = [...(now?.values.keys() ?? [])].map((key) => {
    const [old, recent] = [before?.values.get(key) ?? [], now?.values.get(key) ?? []];
    return `| ${key} | ${median(old).toFixed(0)} | ${median(recent).toFixed(0)} | ${ratio(recent, old)} |`;
  });
  const report = [
    '# Pages against an earlier commit',
    '',
    `\`npx tsx bench/pages.ts ${commit} --runs ${String(RUNS)}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${load.toFixed(1)}. 150 ms, 1.6 Mbit/s, a fourth of the CPU, nothing cached. Medians.`,
    '',
    '| measure | before | now | ratio | 95 % interval |',
    '| --- | --: | --: | --: | --- |',
    ...rows,
    '',
  ].join('\n');
  writeFileSync(join(import.meta.dirname, 'results/pages.md'), report);
  console.log(report);
} finally {
  await browser.close();
  for (const { server } of sides) server.kill('SIGTERM');
  await Promise.all(sides.map(({ server }) => new Promise((resolve) => server.once('exit', resolve))));
  rmSync(place, { recursive: true, force: true });
}
