/** Pages on a slow connection (150 ms, 1.6 Mbit/s) with a fourth of the CPU, and the comparison of two series of figures. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';

export const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};
export const CPU_SLOWDOWN = 4;
const RESAMPLES = 2_000;

export interface Side {
  origin: string;
  server: ChildProcess;
  /** Values by measure, one per run. */
  values: Map<string, number[]>;
}

/** Node's arguments of `npm start`. */
export function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1);
}

/** Starts `npm start` of a checkout. @throws when it does not respond within fifteen minutes */
export async function start(checkout: string, port: number, env: Record<string, string>): Promise<Side> {
  const server = spawn(process.execPath, startArguments(checkout), {
    cwd: checkout,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  for (let second = 0; second < 900; second += 1) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined);
    // Another server may have the port.
    if (server.exitCode !== null) break;
    if (response?.ok) return { origin, server, values: new Map() };
    await sleep(1_000);
  }
  throw new Error(`The server of ${checkout} did not start: see its output above`);
}

export async function stop(sides: readonly Side[]): Promise<void> {
  const running = sides.filter(({ server }) => server.exitCode === null);
  for (const { server } of running) server.kill('SIGTERM');
  await Promise.all(running.map(({ server }) => new Promise((resolve) => server.once('exit', resolve))));
}

export async function openSlowly(browser: Browser): Promise<Page> {
  return openTab(await browser.newContext({ viewport: { width: 1280, height: 800 } }));
}

/** Another page of a context, with its cache and its storage, and a `slowdown`th of the CPU. */
export async function openTab(context: BrowserContext, slowdown = CPU_SLOWDOWN): Promise<Page> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', network);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // tsx adds calls of this helper to functions that run in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  return page;
}

/**
 * The kB that the page's own requests move over the network, from now on. A file from a service worker or from the browser's
 * cache counts nothing: the page sees the size of its uncompressed text.
 */
export async function countBytes(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  const local = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker || response.fromDiskCache) local.add(requestId);
  });
  client.on('Network.requestServedFromCache', ({ requestId }) => local.add(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!local.has(requestId)) bytes += encodedDataLength;
  });
  await client.send('Network.enable');
  return () => {
    const counted = bytes / 1_000;
    bytes = 0;
    return counted;
  };
}

/** Runs in the page: times in milliseconds, and kB of the bodies. */
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

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of the ratios of pairs, with its 95 % interval by resampling pairs: what else the machine did slows both of a pair. */
export function ratioOf(now: readonly number[], before: readonly number[]) {
  const ratios = now.flatMap((value, index) => {
    const other = before[index];
    return other === undefined ? [] : [value / other];
  });
  const draw = () => ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)] ?? Number.NaN);
  const medians = Array.from({ length: RESAMPLES }, () => median(draw())).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.floor(share * RESAMPLES)] ?? Number.NaN;
  return { middle: median(ratios), low: at(0.025), high: at(0.975) };
}

/** A table of medians of both sides, whose values were taken in pairs. `names` are its columns. */
export function comparison(before: Side, now: Side, names: readonly [string, string]): string[] {
  return [
    `| measure | ${names[0]} | ${names[1]} | ratio | 95 % interval |`,
    '| --- | --: | --: | --: | --- |',
    ...[...now.values].map(([key, recent]) => {
      const old = before.values.get(key) ?? [];
      const { middle, low, high } = ratioOf(recent, old);
      return `| ${key} | ${median(old).toFixed(1)} | ${median(recent).toFixed(1)} | ${middle.toFixed(3)} | ${low.toFixed(3)} to ${high.toFixed(3)} |`;
    }),
  ];
}
