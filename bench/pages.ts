/**
 * The app against a monolith, stock Module Federation and single-spa of the same sources: `npx tsx bench/pages.ts [--runs 30]`.
 * Builds the contenders, starts `npm start` of this checkout, and serves all alike (`contenders/serve.ts`, which needs openssl).
 * Opens pages alternately in new browser contexts: cold deep links; a link to a slice that is not loaded; a return with and
 * without a redeploy; a slice that does not load. `--routes`, `--profiles` and `--contenders` select, `--pictures <folder>`
 * saves what each page shows. Writes `bench/results/pages.md` and its charts. `--check` only opens each page once.
 * `--before <commit>` compares with the app of an earlier commit instead, without redeploys and failures, and writes
 * `pages-before.md`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { CHANGED, names, type Side, startContenders } from './contenders/contenders';
import { startEarlier } from './contenders/earlier';
import { breakSlice, type Outcome } from './contenders/faults';
import { createCertificate } from './contenders/serve';
import {
  follow,
  openPage,
  openTab,
  pictureOf,
  type Profile,
  profiles as known,
  visit,
} from './contenders/visit';
import { writeReport } from './contenders/writeReport';
import { signIn } from './profiles';
import { start, stop } from './slowPages';

const isPublic = new Set(['/', '/marketplace', '/login', '/signup']);
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    port: { type: 'string', default: '4390' },
    routes: {
      type: 'string',
      default: '/,/marketplace,/login,/signup,/dashboard,/agents,/deployments,/billing',
    },
    profiles: { type: 'string', default: 'fast,4g,cpu' },
    contenders: { type: 'string' },
    before: { type: 'string' },
    pictures: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const RUNS = Number(options.runs);
const PORT = Number(options.port);
const routes = options.routes.split(',');
const profiles = options.profiles.split(',') as Profile[];
const wanted = options.contenders?.split(',') ?? (options.before === undefined ? names : ['ours']);
if (!(RUNS > 0) || !profiles.every((name) => name in known) || !wanted.every((name) => names.includes(name)))
  throw new Error(
    `Usage: npx tsx bench/pages.ts [--runs 30] [--profiles ${Object.keys(known).join(',')}] [--contenders ${names.join(',')}] [--before <commit>]`,
  );
const { pictures } = options;
if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
const root = join(import.meta.dirname, '..');
const results = join(import.meta.dirname, 'results');
const place = mkdtempSync(join(tmpdir(), 'slipway-pages-'));
/** Milliseconds in which a service worker has fetched its files. */
const WORKER_TIME = 2_500;

const certificate = createCertificate(place);
const flags = [...chromiumFlags, `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`];
const apps = [await start(root, PORT, { SLIPWAY_HOME: join(place, 'home') })];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
const sides: Side[] = [];
const outcomes: Outcome[] = [];
const loads: number[] = [];

const add = ({ values }: Side, key: string, value: number) => {
  values.set(key, [...(values.get(key) ?? []), value]);
};
const turnOf = (run: number) =>
  sides.map((_, index) => sides[(index + run) % sides.length]).filter((side) => side !== undefined);

/** Cold deep links to every route. */
async function visitRoutes(
  turn: readonly Side[],
  profile: Profile,
  folder: string | undefined,
): Promise<void> {
  for (const route of routes) {
    for (const side of turn) {
      const page = await openPage(browser, profile, isPublic.has(route) ? undefined : side.session);
      const figures = await visit(page, side.origin, route, pictureOf(folder, side.name, profile, route));
      for (const [name, value] of Object.entries(figures)) add(side, `${profile} ${route} ${name}`, value);
      await page.context().close();
    }
  }
}

/** From `/` to a slice that is not loaded, then the same page again in another tab. */
async function followLinks(turn: readonly Side[], profile: Profile): Promise<void> {
  for (const hover of [0, 400]) {
    const how = hover > 0 ? `click to /login after a hover of ${String(hover)} ms` : 'click to /login';
    for (const side of turn) {
      const page = await openPage(browser, profile, undefined);
      await visit(page, side.origin, '/');
      const { form, inp } = await follow(page, hover).catch((cause: unknown) => {
        throw new Error(`${side.name}, ${profile}, a hover of ${String(hover)} ms`, { cause });
      });
      add(side, `${profile} / ${how}, ms`, form);
      add(side, `${profile} / INP of the ${how}, ms`, inp);
      if (hover === 0) {
        await sleep(WORKER_TIME);
        const again = await openTab(page.context(), profile);
        const figures = await visit(again, side.origin, '/');
        for (const name of ['LCP, ms', 'data, ms', 'main thread, ms'])
          add(side, `${profile} / warm return: ${name}`, figures[name] ?? Number.NaN);
      }
      await page.context().close();
    }
  }
}

/** A visitor of three pages returns to the marketplace, after its redeploy: bytes of files and documents. */
async function returnAfterRedeploy(): Promise<void> {
  for (const side of sides) {
    const page = await openPage(browser, 'fast', side.session);
    for (const path of ['/marketplace', '/agents', '/billing']) await visit(page, side.origin, path);
    await sleep(WORKER_TIME);
    side.server.sent();
    await visit(page, side.origin, '/marketplace');
    await sleep(WORKER_TIME);
    const unchanged = side.server.sent();
    await side.change();
    await visit(
      await openTab(page.context(), 'fast'),
      side.origin,
      '/marketplace',
      pictureOf(pictures, side.name, 'redeployed'),
    );
    await sleep(WORKER_TIME);
    const changed = side.server.sent();
    add(side, 'fast /marketplace return, nothing changed: all bytes, kB', unchanged.kilobytes);
    add(side, 'fast /marketplace return after its redeploy: all bytes, kB', changed.kilobytes);
    add(side, 'fast /marketplace return after its redeploy: files requested', changed.files);
    await page.context().close();
  }
}

function write(runs: number): void {
  const machine = `${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const command = `npx tsx bench/pages.ts ${process.argv
    .slice(2)
    .filter((each) => !each.includes('picture') && each !== pictures)
    .join(' ')}`.trim();
  const title = options.before === undefined ? 'pages' : 'pages-before';
  writeReport(sides, { folder: results, title, routes, command, machine, runs, profiles, outcomes });
}

async function measure(): Promise<void> {
  for (let run = 0; run <= RUNS; run += 1) {
    // A session's token is valid for an hour.
    for (const side of sides) side.session = await signIn(browser, side.origin);
    for (const profile of profiles) {
      await visitRoutes(turnOf(run), profile, run === 0 ? pictures : undefined);
      await followLinks(turnOf(run), profile);
    }
    loads.push(loadavg()[0] ?? Number.NaN);
    // The first run compresses the files and keeps the responses of the backend.
    if (run === 0) for (const { values } of sides) values.clear();
    else write(run);
    console.log(`run ${String(run)} of ${String(RUNS)}, load ${(loads.at(-1) ?? 0).toFixed(1)}`);
  }
  if (options.before !== undefined) return;
  for (const fault of ['dead', 'hanging', 'slow'] as const)
    for (const path of ['/marketplace', '/', '/login'])
      for (const side of sides) {
        const isAffected = (file: string) => side.isOf(CHANGED, file);
        outcomes.push(await breakSlice(browser, side, isAffected, { fault, path, pictures }));
      }
  write(RUNS);
  await returnAfterRedeploy();
  write(RUNS);
}

try {
  if (options.before !== undefined) apps.push(await startEarlier(options.before, root, place, PORT + 10));
  const [app = '', before] = apps.map(({ origin }) => origin);
  sides.push(
    ...(await startContenders({ root, place, port: PORT, app, before, routes, certificate, wanted })),
  );
  if (options.check) {
    for (const side of sides) side.session = await signIn(browser, side.origin);
    await visitRoutes(sides, 'fast', pictures);
  } else await measure();
} finally {
  await browser.close();
  for (const { server } of sides) server.close();
  await stop(apps);
  rmSync(place, { recursive: true, force: true });
}
