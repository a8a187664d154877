/**
 * How fast `slipway dev` is: `npx tsx bench/dev.ts [--against local] [--port 4300]`, while that environment runs (`npm start`).
 * Ten times: from the command to a page in Chromium, and from a saved file to its changed word on screen, with a
 * typed-in field that must keep its value. Writes `bench/results/dev.md`; `apps/auth` is put back as it was.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../tools/repo/bootstrap/chromium.mjs';

const { values: options } = parseArgs({
  options: { against: { type: 'string', default: 'local' }, port: { type: 'string', default: '4300' } },
});
const RUNS = 10;
const SLICE = 'auth';
const WORDS = 'Welcome back.';
const TYPED = 'ada@example.com';
const root = join(import.meta.dirname, '..');
const file = join(root, 'apps/auth/src/messages.ts');
const source = readFileSync(file, 'utf8');

/** Milliseconds. */
interface Run {
  /** From the command to its word that it is ready. */
  ready: number;
  /** From the command to the page's heading and form on screen. */
  page: number;
  /** From the saved file to the changed word on screen. */
  word: number;
}

async function run(browser: Browser, number: number): Promise<Run> {
  const began = performance.now();
  const argv = ['dev', SLICE, '--against', options.against, '--port', options.port, '--json'];
  // A group of its own: Ctrl-C reaches all of it, and so must its end here.
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const dev = spawn('npx', ['slipway', ...argv], { cwd: root, stdio: [...stdio], detached: true });
  const ended = once(dev, 'close');
  const page = await browser.newPage();
  try {
    const address = await addressOf(dev.stdout);
    const ready = performance.now() - began;
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByText(WORDS).waitFor();
    const field = page.getByLabel('Email', { exact: true });
    await field.fill(TYPED);
    const shown = performance.now() - began;

    const saved = performance.now();
    writeFileSync(file, source.replace(WORDS, `Changed ${String(number)}.`));
    await page.getByText(`Changed ${String(number)}.`).waitFor();
    const word = performance.now() - saved;
    if ((await field.inputValue()) !== TYPED) throw new Error('The form lost what was typed');
    return { ready, page: shown, word };
  } finally {
    writeFileSync(file, source);
    await page.close();
    if (dev.pid !== undefined) process.kill(-dev.pid, 'SIGINT');
    await ended;
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const news = line.startsWith('{"') ? (JSON.parse(line) as { address?: string }) : {};
    if (news.address) return news.address;
  }
  throw new Error('slipway dev ended before it was ready');
}

const seconds = (value: number) => (value / 1000).toFixed(2);

function row(name: string, values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = ((sorted[RUNS / 2 - 1] ?? 0) + (sorted[RUNS / 2] ?? 0)) / 2;
  return `| ${name} | ${seconds(sorted[0] ?? 0)} | ${seconds(middle)} | ${seconds(sorted.at(-1) ?? 0)} | ${values.map(seconds).join(', ')} |`;
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
const runs: Run[] = [];
try {
  for (let number = 1; number <= RUNS; number += 1) {
    const one = await run(browser, number);
    runs.push(one);
    console.log(`page ${seconds(one.page)} s (ready ${seconds(one.ready)} s), word ${seconds(one.word)} s`);
  }
} finally {
  await browser.close();
}

const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
writeFileSync(
  join(import.meta.dirname, 'results/dev.md'),
  `# Development of a slice

${new Date().toISOString().slice(0, 16)} UTC, ${machine}, load average ${loadavg()[1]?.toFixed(1)}; Node ${process.version}.
\`npx slipway dev ${SLICE} --against ${options.against}\`, ${String(RUNS)} times, with the start of \`npx\`; Chromium was running. The shell
is compiled anew each time: nothing is kept from one run to the next. Seconds. Made by \`npx tsx bench/dev.ts\`.

| from … to … | least | median | most | each |
|---|--:|--:|--:|---|
${row(
  'the command to its word that it is ready',
  runs.map(({ ready }) => ready),
)}
${row(
  'the command to the page and its form on screen',
  runs.map(({ page }) => page),
)}
${row(
  'a saved file to its changed word on screen',
  runs.map(({ word }) => word),
)}

The e-mail address that was typed before the change stood in its field after it, ${String(RUNS)} times of ${String(RUNS)}.
`,
);
