/**
 * The cost of a hundred more slices for visitors: `npx tsx bench/scalePages.ts [--runs 15] [--series FILE]`. Starts the app
 * twice, deploys a hundred small slices to one of them, and opens public pages alternately in new browser contexts, on a slow
 * connection with a fourth of the CPU. `--series` adds the runs to those in the file, so that a busy machine measures in
 * pieces. Build first, and set `SLIPWAY_NO_BUILD=1`: otherwise both servers compare all sources with their builds. Writes
 * the section of `bench/results/scale.md` that its marker starts.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import type { SliceRelease } from '@slipway/contracts';
import { builtRelease, deploy, findWorkspace } from '@slipway/cli';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { writeSlice } from './scaleStore';
import { addFigures, comparison, openSlowly, pageFigures, type Side, start, stop } from './slowPages';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, series: { type: 'string' } },
});
const RUNS = Number(options.runs);
const MORE = 100;
const root = join(import.meta.dirname, '..');
const FILE = join(import.meta.dirname, 'results/scale.md');
const MARKER = '## Pages';
const routes = ['/', '/marketplace', '/login'];

/** The packages that the shell of this repository provides. Small slices require them as real ones do. */
async function requiredOfShell(): Promise<Partial<SliceRelease>> {
  const { release } = await builtRelease(join(root, 'apps/shell/dist'));
  const platform = release.kind === 'shell' ? release.provides['@slipway/platform'] : undefined;
  return { requires: platform === undefined ? {} : { '@slipway/platform': platform } };
}

async function deployMore(home: string, place: string): Promise<void> {
  const fields = await requiredOfShell();
  const candidates = await Promise.all(
    Array.from({ length: MORE }, (_, index) =>
      builtRelease(writeSlice(join(place, `s${String(index)}`), index, 0, fields)),
    ),
  );
  const workspace = findWorkspace(root, { ...process.env, SLIPWAY_HOME: home });
  const environment = workspace.environment('local');
  await deploy({
    ...{ workspace, environment, store: await workspace.store(environment), candidates },
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
    ...{ author: 'bench', reason: 'bench' },
  });
}

/** Reads the earlier runs of `--series`, or writes them with those of this process. */
function continueSeries(sides: readonly Side[], mode: 'read' | 'write'): void {
  const { series } = options;
  if (series === undefined) return;
  if (mode === 'write') writeFileSync(series, JSON.stringify(sides.map(({ values }) => [...values])));
  else if (existsSync(series)) {
    const earlier = JSON.parse(readFileSync(series, 'utf8')) as [string, number[]][][];
    for (const [index, side] of sides.entries()) side.values = new Map(earlier[index]);
  }
}

/** Loads a page; usable is when its heading is there and its script has nothing to do. */
async function measure(browser: Browser, side: Side, route: string): Promise<void> {
  const page = await openSlowly(browser);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const began = performance.now();
  await page.goto(side.origin + route);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const usable = performance.now() - began;
  // The network is idle before that: with a fourth of the CPU, the page needs more than 500 ms for what it has.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/slices/_rest/')),
  );
  await sleep(2_000); // its slices are added
  const { metrics } = await client.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const documentBytes = await page.evaluate(
    () =>
      (performance.getEntriesByType('navigation') as PerformanceResourceTiming[])[0]?.encodedBodySize ??
      Number.NaN,
  );
  addFigures(side, route, {
    'document, kB': documentBytes / 1_000,
    ...(await page.evaluate(pageFigures)),
    'heading, ms': usable,
    'main thread, ms': seconds('TaskDuration') * 1_000,
  });
  await page.context().close();
}

const place = mkdtempSync(join(tmpdir(), 'slipway-scale-pages-'));
const sides: Side[] = [];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const home = join(place, 'home-many');
  sides.push(await start(root, 4394, { SLIPWAY_HOME: join(place, 'home-few') }));
  sides.push(await start(root, 4395, { SLIPWAY_HOME: home }));
  await deployMore(home, place);
  const load = loadavg()[0] ?? Number.NaN;
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of routes)
      for (const side of run % 2 ? sides : sides.toReversed()) await measure(browser, side, route);
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
    if (run === 0) continueSeries(sides, 'read');
    else continueSeries(sides, 'write'); // an interrupted series keeps the runs that are complete
  }
  const [few, many] = sides;
  const runs = Math.max(0, ...[...(few?.values.values() ?? [])].map(({ length }) => length));
  const report = [
    MARKER,
    '',
    `\`npx tsx bench/scalePages.ts\`, ${String(runs)} runs, ${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, load ${load.toFixed(0)} at the start and ${(loadavg()[0] ?? Number.NaN).toFixed(0)} at the end. The app with its five slices, and with ${String(MORE)} more. 150 ms, 1.6 Mbit/s, a fourth of the CPU, nothing cached. The page also fetches the rest of the composition when it is idle, which its bytes include.`,
    '',
    ...(few && many ? comparison(few, many, ['5 slices', '105 slices']) : []),
    '',
  ].join('\n');
  const [head = '', section = ''] = readFileSync(FILE, 'utf8').split(MARKER, 2);
  // Sections of earlier runs follow.
  const next = section.indexOf('\n## ');
  writeFileSync(FILE, head + report + (next < 0 ? '' : section.slice(next)));
  console.log(report);
} finally {
  await browser.close();
  await stop(sides);
  rmSync(place, { recursive: true, force: true });
}
