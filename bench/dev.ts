/**
 * Measures `slipway dev`: `npx tsx bench/dev.ts [--against local] [--port 4300]`, while that environment runs (`npm start`).
 * Ten times: from the command to a page in Chromium, and from a saved file to the changed text on screen; a filled-in
 * field must keep its value. Writes `bench/results/dev.md` and restores `apps/auth`.
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
const TEXT = 'Welcome back.';
const TYPED = 'ada@example.com';
const root = join(import.meta.dirname, '..');
const file = join(root, 'apps/auth/src/features/sign-in/messages.ts');
const source = readFileSync(file, 'utf8');

/** Milliseconds. */
interface Run {
  /** From the command to its ready message. */
  ready: number;
  /** From the command to the page's heading and form on screen. */
  page: number;
  /** From the saved file to the changed text on screen. */
  update: number;
}

async function run(browser: Browser, number: number): Promise<Run> {
  const began = performance.now();
  const argv = ['dev', SLICE, '--against', options.against, '--port', options.port, '--json'];
  // A separate process group, so that the signal reaches every process, like Ctrl-C.
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const dev = spawn('npx', ['slipway', ...argv], { cwd: root, stdio: [...stdio], detached: true });
  const ended = once(dev, 'close');
  const page = await browser.newPage();
  try {
    const address = await addressOf(dev.stdout);
    const ready = performance.now() - began;
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByText(TEXT).waitFor();
    const field = page.getByLabel('Email', { exact: true });
    await field.fill(TYPED);
    const shown = performance.now() - began;

    const saved = performance.now();
    writeFileSync(file, source.replace(TEXT, `Changed ${String(number)}.`));
    await page.getByText(`Changed ${String(number)}.`).waitFor();
    const update = performance.now() - saved;
    if ((await field.inputValue()) !== TYPED) throw new Error('The form lost its typed value');
    return { ready, page: shown, update };
  } finally {
    writeFileSync(file, source);
    await page.close();
    if (dev.pid !== undefined) process.kill(-dev.pid, 'SIGINT');
    await ended;
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const event = line.startsWith('{"') ? (JSON.parse(line) as { address?: string }) : {};
    if (event.address) return event.address;
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
    console.log(
      `page ${seconds(one.page)} s (ready ${seconds(one.ready)} s), update ${seconds(one.update)} s`,
    );
  }
} finally {
  await browser.close();
}

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
writeFileSync(
  join(import.meta.dirname, 'results/dev.md'),
  `# Development of a slice

${new Date().toISOString().slice(0, 16)} UTC, ${machine}, load average ${loadavg()[1]?.toFixed(1)}; Node ${process.version}.
\`npx slipway dev ${SLICE} --against ${options.against}\`, ${String(RUNS)} times, including the start of \`npx\`; Chromium was running. The shell
is compiled in each run; nothing is cached between runs. Seconds. Written by \`npx tsx bench/dev.ts\`.

| from … to … | min | median | max | each |
|---|--:|--:|--:|---|
${row(
  'the command to its ready message',
  runs.map(({ ready }) => ready),
)}
${row(
  'the command to the page and its form on screen',
  runs.map(({ page }) => page),
)}
${row(
  'a saved file to the changed text on screen',
  runs.map(({ update }) => update),
)}

The email address that was typed before the change was still in its field after it, in ${String(RUNS)} of ${String(RUNS)} runs.
`,
);
