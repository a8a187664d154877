/**
 * The app against a monolith and stock Module Federation of the same sources: `npx tsx bench/pages.ts [--runs 30]`.
 * Builds the contenders (`contenders/build.ts`), starts `npm start` of this checkout, and serves all three alike
 * (`contenders/serve.ts`, which needs openssl). Opens pages by turns in new browser contexts: cold deep links on a slow
 * connection (150 ms, 1.6 Mbit/s) with a fourth of the CPU, and without limits; then a link to a slice that is not loaded.
 * `--routes` and `--profiles` select. Writes `bench/results/pages.md`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { buildMonolith, buildStock, type Contender, filesOf } from './contenders/build';
import { reportOf, type Series } from './contenders/report';
import { createCertificate, type File, serve } from './contenders/serve';
import { follow, openPage, type Profile, visit } from './contenders/visit';
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
    profiles: { type: 'string', default: 'slow,fast' },
  },
});
const RUNS = Number(options.runs);
const PORT = Number(options.port);
if (!(RUNS > 0)) throw new Error('Usage: npx tsx bench/pages.ts [--runs 30]');
const routes = options.routes.split(',');
const profiles = options.profiles.split(',') as Profile[];
/** A session's token is valid for an hour. */
const RUNS_OF_A_SESSION = 5;

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'slipway-pages-'));

type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
interface Side extends Series {
  origin: string;
  session?: Session;
}

/** Our files and documents, as the local server has them. */
const ourFile =
  (origin: string) =>
  async (path: string): Promise<File | undefined> => {
    if (
      !path.startsWith('/slices/') &&
      !/^\/(?:slipway[.-][^/]*|favicon\.ico)$/.test(path) &&
      !routes.includes(path)
    )
      return undefined;
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    if (!response.ok) throw new Error(`${path} returned status ${String(response.status)}`);
    const kept = [...response.headers].filter(([name]) =>
      /^(?:content-type|content-security-policy|x-)/.test(name),
    );
    return { body: Buffer.from(await response.arrayBuffer()), headers: Object.fromEntries(kept) };
  };

const theirFile = ({ folder, documentOf }: Contender) => {
  const files = filesOf(folder);
  return async (path: string): Promise<File | undefined> => {
    const body = files.get(path) ?? (routes.includes(path) ? Buffer.from(documentOf(path)) : undefined);
    return body && Promise.resolve({ body, headers: {} });
  };
};

/** The backend and the site: the other contenders have the rest in their build. */
async function settingsOf(origin: string): Promise<string> {
  const html = await (await fetch(origin)).text();
  const text = /id="slipway-composition">([^<]*)</.exec(html)?.[1] ?? '';
  const { schema, environment, revision, createdAt, site, address, backend, shell } = JSON.parse(
    text,
  ) as Record<string, unknown>;
  return JSON.stringify({ schema, environment, revision, createdAt, site, address, backend, shell });
}

async function signIn(browser: Browser, { origin }: Side): Promise<Session> {
  const page = await openPage(browser, 'fast', undefined);
  const context = page.context();
  await page.goto(`${origin}/login`);
  await page.locator('input[name=email]').fill('demo@slipway.example');
  await page.locator('input[name=password]').fill('Slipway-demo-1');
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL('**/dashboard');
  const session = await context.storageState();
  await context.close();
  return session;
}

const { key, cert, fingerprint } = createCertificate(place);
const flags = [...chromiumFlags, `--ignore-certificate-errors-spki-list=${fingerprint}`];
const app = await start(root, PORT, { SLIPWAY_HOME: join(place, 'home') });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
const closing: (() => void)[] = [];
try {
  const settings = await settingsOf(app.origin);
  const [monolith, stock] = ['monolith', 'stock'].map((name) => {
    mkdirSync(join(place, name));
    return join(place, name);
  });
  const sources = [
    { name: 'ours', fileOf: ourFile(app.origin) },
    { name: 'monolith', fileOf: theirFile(await buildMonolith(monolith ?? '', settings)) },
    { name: 'stock', fileOf: theirFile(await buildStock(stock ?? '', settings)) },
  ];
  const sides: Side[] = [];
  for (const [index, { name, fileOf }] of sources.entries()) {
    const port = PORT + 1 + index;
    const server = await serve(port, { key, cert, fingerprint }, app.origin, fileOf);
    closing.push(() => server.close());
    sides.push({ name, origin: `https://127.0.0.1:${String(port)}`, values: new Map() });
  }
  const add = ({ values }: Side, key: string, value: number) => {
    values.set(key, [...(values.get(key) ?? []), value]);
  };
  const loads: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    if (run % RUNS_OF_A_SESSION === 0) for (const side of sides) side.session = await signIn(browser, side);
    const turn = sides
      .map((_, index) => sides[(index + run) % sides.length])
      .filter((side) => side !== undefined);
    for (const profile of profiles) {
      for (const route of routes) {
        for (const side of turn) {
          const page = await openPage(browser, profile, isPublic.has(route) ? undefined : side.session);
          const figures = await visit(page, side.origin + route);
          for (const [name, value] of Object.entries(figures))
            add(side, `${profile} ${route} ${name}`, value);
          if (route === '/') add(side, `${profile} ${route} click to /login, ms`, await follow(page, 0));
          await page.context().close();
        }
      }
      for (const side of turn) {
        const page = await openPage(browser, profile, undefined);
        await visit(page, `${side.origin}/`);
        add(side, `${profile} / click to /login after a hover of 400 ms, ms`, await follow(page, 400));
        await page.context().close();
      }
    }
    loads.push(loadavg()[0] ?? Number.NaN);
    // The first run compresses the files and keeps the responses of the backend.
    if (run === 0) for (const { values } of sides) values.clear();
    else console.log(`run ${String(run)} of ${String(RUNS)}, load ${(loads.at(-1) ?? 0).toFixed(1)}`);
    if (run > 0) {
      const machine = `${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Chromium ${browser.version()}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
      const command = `npx tsx bench/pages.ts --runs ${options.runs}`;
      writeFileSync(
        join(import.meta.dirname, 'results/pages.md'),
        reportOf(sides, { command, machine, runs: run, profiles, routes }),
      );
    }
  }
} finally {
  await browser.close();
  for (const close of closing) close();
  await stop([app]);
  rmSync(place, { recursive: true, force: true });
}
