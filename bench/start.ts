/**
 * Building and starting: `npx tsx bench/start.ts [--minutes 60]`. A clean build of all slices against the monolith of the same
 * sources (`contenders/build.ts`), alternately; `npm start` with everything built and a database; one slice built and
 * deployed while it runs; and the memory of the server, whose pages are opened all the time. Writes
 * `bench/results/start.md`, and restores `apps/auth`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { pageBudgets } from '../e2e/support/budgets';
import { buildMonolith } from './contenders/build';
import { type Cost, costOf, memoryOf } from './costs';
import { signIn } from './profiles';
import { median, ratioOf, start, startArguments, stop } from './slowPages';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    runs: { type: 'string', default: '5' },
    /** Of this file's own child process: builds the monolith there, and ends. */
    monolith: { type: 'string' },
  },
});
const RUNS = Number(options.runs);
const MINUTES = Number(options.minutes);
if (!(RUNS > 0 && MINUTES >= 0)) throw new Error('Usage: npx tsx bench/start.ts [--runs 5] [--minutes 60]');

if (options.monolith !== undefined) {
  await buildMonolith(options.monolith, '');
  process.exit();
}

const PORT = 4385;
const root = join(import.meta.dirname, '..');
const slices = 'shell,auth,marketplace,agents,deployments,billing';
const file = join(root, 'apps/auth/src/features/sign-in/messages.ts');
const TEXT = 'Welcome back.';

const place = mkdtempSync(join(tmpdir(), 'slipway-start-'));
const home = { SLIPWAY_HOME: join(place, 'home') };

function measureBuilds(): { ours: Cost[]; monolith: Cost[] } {
  const ours: Cost[] = [];
  const monolith: Cost[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const env = { NX_DAEMON: 'false', CI: 'true' };
    ours.push(
      costOf(`npx nx run-many -t build --projects=${slices} --skip-nx-cache --outputStyle=static`, env),
    );
    monolith.push(costOf(`npx tsx bench/start.ts --monolith ${join(place, 'monolith')}`));
  }
  return { ours, monolith };
}

/** Seconds until the server answers, with everything built and a database. */
async function measureStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const began = performance.now();
    const server = spawn(process.execPath, startArguments(root), {
      ...{ cwd: root, env: { ...process.env, ...home, PORT: String(PORT) } },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!(await fetch(`http://127.0.0.1:${String(PORT)}/healthz`).catch(() => undefined))?.ok) {
      if (server.exitCode !== null) throw new Error('The server did not start: see its output above');
      await sleep(50);
    }
    // The first start makes the database.
    if (run > 0) times.push((performance.now() - began) / 1_000);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  return times;
}

/** One slice with another text, built and deployed to the running server: by one command, and by one for each. */
function measureShipping(): { both: Cost[]; build: Cost[]; deploy: Cost[] } {
  const source = readFileSync(file, 'utf8');
  const both: Cost[] = [];
  const build: Cost[] = [];
  const deploy: Cost[] = [];
  const deployed = (flag = '') =>
    costOf(`npx slipway deploy auth ${flag} --env local --reason bench`, { ...home, PORT: String(PORT) });
  try {
    for (let run = 0; run < RUNS; run += 1) {
      writeFileSync(file, source.replace(TEXT, `Changed ${String(run)}.`));
      both.push(deployed('--build'));
      writeFileSync(file, source.replace(TEXT, `Changed ${String(run)} again.`));
      build.push(costOf('npx slipway build auth', home));
      deploy.push(deployed());
    }
  } finally {
    writeFileSync(file, source);
    costOf('npx slipway build auth', home);
  }
  return { both, build, deploy };
}

/** MB when the server is ready, and after each minute in which its pages were opened one after the other. */
async function measureMemory(origin: string, pid: number): Promise<number[]> {
  const values = [memoryOf(pid)];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const until = Date.now() + 60_000;
      const context = await browser.newContext({ storageState: await signIn(browser, origin) });
      const page = await context.newPage();
      for (let visit = 0; Date.now() < until; visit += 1) {
        const routes = Object.keys(pageBudgets);
        await page.goto(origin + (routes[visit % routes.length] ?? '/'), { waitUntil: 'networkidle' });
      }
      await context.close();
      values.push(memoryOf(pid));
    }
  } finally {
    await browser.close();
  }
  return values;
}

const figure = (values: readonly number[], digits = 1) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
const ratio = (now: readonly number[], before: readonly number[]) => {
  const { middle, low, high } = ratioOf(now, before);
  return `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
};

try {
  const load = loadavg()[0] ?? Number.NaN;
  const { ours, monolith } = measureBuilds();
  const starts = await measureStarts();
  const app = await start(root, PORT, home);
  const { both, build, deploy, memory } = await (async () => {
    try {
      const shipped = measureShipping();
      return { ...shipped, memory: await measureMemory(app.origin, app.server.pid ?? 0) };
    } finally {
      await stop([app]);
    }
  })();
  const all = (key: keyof Cost, costs: readonly Cost[]) => costs.map((cost) => cost[key]);
  const last = memory.at(-1) ?? Number.NaN;
  const report = [
    '# Building and starting',
    '',
    `\`npx tsx bench/start.ts ${process.argv.slice(2).join(' ')}`.trim() +
      `\`, ${new Date().toISOString().slice(0, 10)}, ${String(cpus().length)} × ${cpus()[0]?.model ?? ''}, Node ${process.version}, load before it ${load.toFixed(1)}. Medians of ${String(RUNS)}, with the least and the most.`,
    '',
    '| measure | value | target |',
    '| --- | --- | --- |',
    `| clean build of the shell and five slices, s | ${figure(all('seconds', ours))} | |`,
    `| clean build of the monolith, s | ${figure(all('seconds', monolith))} | |`,
    `| ratio of the times | ${ratio(all('seconds', ours), all('seconds', monolith))} | 3 |`,
    `| ratio of the processor times | ${ratio(all('cpu', ours), all('cpu', monolith))} | |`,
    `| \`npm start\` with everything built, s | ${figure(starts)} | 4 |`,
    `| one slice built and deployed, by \`slipway deploy --build\`, s | ${figure(all('seconds', both))} | 2 |`,
    `| by two commands: \`slipway build\`, s | ${figure(all('seconds', build))} | |`,
    `| \`slipway deploy\`, s | ${figure(all('seconds', deploy))} | |`,
    `| memory of the local server when it is ready, MB | ${(memory[0] ?? Number.NaN).toFixed(0)} | |`,
    `| after ${String(MINUTES)} minutes of visits, MB | ${last.toFixed(0)} | 350 after an hour |`,
    `| the most at the end of a minute, MB | ${Math.max(...memory).toFixed(0)} | |`,
    '',
  ].join('\n');
  writeFileSync(join(import.meta.dirname, 'results/start.md'), report);
  console.log(report);
} finally {
  rmSync(place, { recursive: true, force: true });
}
