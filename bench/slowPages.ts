/** Pages on a slow connection (150 ms, 1.6 Mbit/s) with a fourth of the CPU, and the comparison of two series of figures. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright';

const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const CPU_SLOWDOWN = 4;
const RESAMPLES = 2_000;

export interface Side {
  origin: string;
  server: ChildProcess;
  /** Values by measure, one per run. */
  values: Map<string, number[]>;
}

/** Starts `npm start` of a checkout. @throws when it does not respond within five minutes */
export async function start(checkout: string, port: number, env: Record<string, string>): Promise<Side> {
  const server = spawn(process.execPath, [join(checkout, 'tools/repo/bootstrap/start.mjs')], {
    cwd: checkout,
    env: { ...process.env, ...env, PORT: String(port) },
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

export async function stop(sides: readonly Side[]): Promise<void> {
  for (const { server } of sides) server.kill('SIGTERM');
  await Promise.all(sides.map(({ server }) => new Promise((resolve) => server.once('exit', resolve))));
}

/** A page of a new context. */
export async function openSlowly(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', network);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // tsx adds calls of this helper to functions that run in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  return page;
}

/** Runs in the page: times in milliseconds, and kB as transferred. */
export const pageFigures = () => {
  const lcp = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const files = ['navigation', 'resource'].flatMap(
    (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  const weight = (some: readonly PerformanceResourceTiming[]) =>
    some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000;
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  return lcp.then((value) => ({
    'LCP, ms': value,
    'FCP, ms': fcp,
    'JavaScript, kB': weight(files.filter(({ name }) => new URL(name).pathname.endsWith('.js'))),
    'page, kB': weight(files),
  }));
};

export function addFigures(side: Side, route: string, figures: Record<string, number>): void {
  for (const [name, value] of Object.entries(figures)) {
    const key = `${route} ${name}`;
    side.values.set(key, [...(side.values.get(key) ?? []), value]);
  }
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
  const at = (share: number) => (ratios[Math.floor(share * RESAMPLES)] ?? Number.NaN).toFixed(3);
  return `${(median(now) / median(before)).toFixed(3)} | ${at(0.025)} to ${at(0.975)}`;
}

/** A table of medians of both sides. `names` are its columns. */
export function comparison(before: Side, now: Side, names: readonly [string, string]): string[] {
  return [
    `| measure | ${names[0]} | ${names[1]} | ratio | 95 % interval |`,
    '| --- | --: | --: | --: | --- |',
    ...[...now.values].map(([key, recent]) => {
      const old = before.values.get(key) ?? [];
      return `| ${key} | ${median(old).toFixed(1)} | ${median(recent).toFixed(1)} | ${ratio(recent, old)} |`;
    }),
  ];
}
