/**
 * The JavaScript of a cold visit of each page, by reason and by package: `npx tsx bench/bytes.ts`. Builds and serves this
 * checkout (`npm start`), opens the pages, and divides each script among packages by its source map. Writes
 * `bench/results/bytes.md`. Sizes do not depend on the machine. `e2e/specs/smoke/pages.spec.ts` holds the budgets.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncodedSourceMap } from '@jridgewell/trace-mapping';
import { type Browser, chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { pageBudgets, SLICE_BUDGET } from '../e2e/support/budgets';
import { compressedSize, type Share, sharesOf } from './bytes/packages';
import { type Release, reasonOf } from './bytes/reasons';
import { type Session, signIn } from './profiles';
import { start, stop } from './slowPages';

const PORT = 4380;
const root = join(import.meta.dirname, '..');
const isPublic = new Set(['/', '/login', '/marketplace', '/signup']);
/** The targets in kB, for public pages and for those of users. */
const TARGETS = [165, 175] as const;

interface Script {
  slice: string;
  name: string;
  reason: string;
  size: number;
  shares: ReadonlyMap<string, Share>;
}

const read = (slice: string, file: string) => readFileSync(join(root, 'apps', slice, 'dist', file), 'utf8');

const known = new Map<string, Script>();
function scriptOf(slice: string, name: string): Script {
  const found = known.get(`${slice} ${name}`);
  if (found) return found;
  const maps = JSON.parse(read(slice, 'source-maps.json')) as Record<string, EncodedSourceMap | undefined>;
  const text = read(slice, name);
  const script = {
    ...{ slice, name, size: compressedSize(text) },
    reason: reasonOf(JSON.parse(read(slice, 'release.json')) as Release, name),
    shares: sharesOf(text, maps[name], `apps/${slice}`),
  };
  known.set(`${slice} ${name}`, script);
  return script;
}

/** The scripts of releases that a page loads until its network is idle. */
async function scriptsOf(browser: Browser, address: string, session: Session | undefined): Promise<Script[]> {
  const context = await browser.newContext({ ...(session && { storageState: session }) });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  await context.close();
  const files = new Set(paths.filter((path) => /^\/slices\/.*\.js$/.test(path)));
  return [...files].map((path) => {
    const [, , slice = '', , ...name] = path.split('/');
    return scriptOf(slice, name.join('/'));
  });
}

const kB = (bytes: number) => (bytes / 1_000).toFixed(1);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const head = (first: string, others: readonly string[]) => [
  row(first, ...others),
  row('---', ...others.map(() => '--:')),
];
/** Keys by the largest value first. */
const ranked = (keys: Iterable<string>, valueOf: (key: string) => number) =>
  [...new Set(keys)].sort((a, b) => valueOf(b) - valueOf(a));

function reportOf(pages: ReadonlyMap<string, readonly Script[]>): string {
  const routes = [...pages.keys()];
  const all = [...new Set([...pages.values()].flat())];
  const table = (
    title: string,
    keys: readonly string[],
    valueOf: (key: string, page: readonly Script[]) => number,
  ) => [
    ...head(title, routes),
    ...keys.map((key) =>
      row(
        key,
        ...[...pages.values()]
          .map((page) => valueOf(key, page))
          .map((value) => (value >= 50 ? kB(value) : '')),
      ),
    ),
  ];
  const byReason = (reason: string, page: readonly Script[]) =>
    sum(page.filter((script) => script.reason === reason).map(({ size }) => size));
  const byPackage = (name: string, page: readonly Script[]) =>
    sum(page.map(({ shares }) => shares.get(name)?.compressed ?? 0));
  const ofSlice = (page: readonly Script[]) =>
    ranked(
      page.map(({ slice }) => slice).filter((slice) => slice !== 'shell'),
      () => 0,
    ).map((slice) => ({
      slice,
      size: sum(page.filter((each) => each.slice === slice).map(({ size }) => size)),
    }));
  const first = all.find(({ reason }) => reason === 'first script');
  return [
    '# The JavaScript of each page',
    '',
    '`npx tsx bench/bytes.ts`, in kB (1,000 bytes) as sent with Brotli 11. A cold visit, until the network is idle.',
    '',
    ...head('page', ['kB', 'budget', 'target', "the page's slices, kB"]),
    ...routes.map((route) => {
      const page = pages.get(route) ?? [];
      const slices = ofSlice(page).map(({ slice, size }) => `${slice} ${kB(size)}`);
      return row(
        ...[route, kB(sum(page.map(({ size }) => size))), String(pageBudgets[route])],
        ...[String(TARGETS[isPublic.has(route) ? 0 : 1]), slices.join(', ')],
      );
    }),
    '',
    `The budget of a slice's own scripts on the first visit of its page is ${String(SLICE_BUDGET)} kB.`,
    '',
    '## By reason',
    '',
    ...table(
      'why a page loads it',
      ranked(
        all.map(({ reason }) => reason),
        (reason) => Math.max(...[...pages.values()].map((page) => byReason(reason, page))),
      ),
      byReason,
    ),
    '',
    '## By package',
    '',
    'The savings of Brotli when the package is left out of a script, added up over the scripts of a page. Packages share repetitions, so the rows add up to less than the page.',
    '',
    ...table(
      'package',
      ranked(
        all.flatMap(({ shares }) => [...shares.keys()]),
        (name) => Math.max(...[...pages.values()].map((page) => byPackage(name, page))),
      ),
      byPackage,
    ),
    '',
    '## The first script',
    '',
    `${kB(first?.size ?? 0)} kB, ${kB(sum([...(first?.shares.values() ?? [])].map(({ raw }) => raw)))} kB before compression.`,
    '',
    ...head('package', ['before compression, kB', 'compressed, kB']),
    ...ranked(first?.shares.keys() ?? [], (name) => first?.shares.get(name)?.raw ?? 0).map((name) => {
      const { raw, compressed } = first?.shares.get(name) ?? { raw: 0, compressed: 0 };
      return row(name, kB(raw), kB(Math.max(0, compressed)));
    }),
    '',
  ].join('\n');
}

const place = mkdtempSync(join(tmpdir(), 'slipway-bytes-'));
const app = await start(root, PORT, { SLIPWAY_HOME: join(place, 'home') });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const session = await signIn(browser, app.origin);
  const pages = new Map<string, Script[]>();
  for (const route of Object.keys(pageBudgets))
    pages.set(route, await scriptsOf(browser, app.origin + route, isPublic.has(route) ? undefined : session));
  const report = reportOf(pages);
  writeFileSync(join(import.meta.dirname, 'results/bytes.md'), report);
  console.log(report);
} finally {
  await browser.close();
  await stop([app]);
  rmSync(place, { recursive: true, force: true });
}
