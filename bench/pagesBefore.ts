/**
 * Compares the pages of this checkout with those of another commit: `npx tsx bench/pagesBefore.ts <commit> [--runs 15]`.
 * Clones and installs the commit, starts `npm start` of both, and opens public pages alternately in new browser contexts, on
 * a slow connection (150 ms, 1.6 Mbit/s) with a fourth of the CPU; then follows a link to a slice that is not loaded.
 * Writes `bench/results/pages-before.md`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { addFigures, comparison, openSlowly, pageFigures, type Side, start, stop } from './slowPages';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '15' } },
});
const [commit] = positionals;
const RUNS = Number(options.runs);
if (!commit || !(RUNS > 0)) throw new Error('Usage: npx tsx bench/pagesBefore.ts <commit> [--runs 15]');

const root = join(import.meta.dirname, '..');
const routes = ['/', '/marketplace', '/login'];
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

async function measure(browser: Browser, side: Side, route: string): Promise<void> {
  const page = await openSlowly(browser);
  await page.goto(side.origin + route);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const figures: Record<string, number> = await page.evaluate(pageFigures);
  if (route === '/') figures['click to /login, ms'] = await page.evaluate(follow);
  addFigures(side, route, figures);
  await page.context().close();
}

const place = mkdtempSync(join(tmpdir(), 'slipway-pages-'));
const sides: Side[] = [];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const checkout = join(place, 'before');
  execFileSync('git', ['clone', '--quiet', root, checkout]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: checkout });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' });
  sides.push(await start(checkout, 4390, { SLIPWAY_HOME: join(place, 'home-before') }));
  sides.push(await start(root, 4391, { SLIPWAY_HOME: join(place, 'home-now') }));
  const load = loadavg()[0] ?? Number.NaN;
  for (let run = 0; run <= RUNS; run += 1) {
    for (const route of routes) {
      for (const side of run % 2 ? sides : sides.toReversed()) await measure(browser, side, route);
    }
    // The first run warms the servers.
    if (run === 0) for (const { values } of sides) values.clear();
  }
  const [before, now] = sides;
  const report = [
    '# Pages against an earlier commit',
    '',
    `\`npx tsx bench/pagesBefore.ts ${commit} --runs ${String(RUNS)}\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${load.toFixed(1)}. 150 ms, 1.6 Mbit/s, a fourth of the CPU, nothing cached. Medians.`,
    '',
    ...(before && now ? comparison(before, now, ['before', 'now']) : []),
    '',
  ].join('\n');
  writeFileSync(join(import.meta.dirname, 'results/pages-before.md'), report);
  console.log(report);
} finally {
  await browser.close();
  await stop(sides);
  rmSync(place, { recursive: true, force: true });
}
