/**
 * Interactions of the end-to-end tests with a fourth of the CPU: `npx tsx bench/interactions.ts [folders of e2e]`. Runs them as
 * `npm run e2e` does, in one worker, and measures each press of a pointer or a key until the next frame (INP), and how much
 * each document moves on its own. A test may fail meanwhile: some wait for an exact time. Writes
 * `bench/results/interactions.md`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Happening, INTERACTIONS } from '../e2e/support/interactions';

const CPU = 4;
/** Milliseconds, and the unit of CLS. */
const [MOST, MOST_SHIFT] = [100, 0.02];

type Record_ = { test: string } & Happening;
const root = join(import.meta.dirname, '..');
const given = process.argv.slice(2);

rmSync(INTERACTIONS, { recursive: true, force: true });
const env = { ...process.env, E2E_CPU: String(CPU), E2E_WORKERS: '1' };
const { status } = spawnSync('npm', ['run', 'e2e', '-w', '@slipway/e2e', '--', ...given], {
  cwd: root,
  env,
  stdio: 'inherit',
});
const happened = readdirSync(INTERACTIONS).flatMap((file) =>
  readFileSync(join(INTERACTIONS, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record_),
);

interface Interaction {
  test: string;
  path: string;
  type: string;
  target: string;
  duration: number;
  delay: number;
  handlers: number;
}
/** The longest event of each interaction, as INP counts. */
const interactions = new Map<string, Interaction>();
/** The largest sum of each document of a test. */
const shifts = new Map<string, { sum: number; sources: string[] }>();
for (const record of happened) {
  if (record.kind === 'shift') {
    // Tests with axe change the size of the text.
    if (record.test.includes('axe: ')) continue;
    const key = `${record.test} | ${record.path}`;
    if (record.sum > (shifts.get(key)?.sum ?? 0)) shifts.set(key, record);
    continue;
  }
  const key = `${record.test} | ${record.path} | ${String(record.id)}`;
  if (record.duration > (interactions.get(key)?.duration ?? 0)) interactions.set(key, record);
}
const all = [...interactions.values()].sort((a, b) => b.duration - a.duration);
const quantile = (share: number) => all[Math.floor(all.length * (1 - share))]?.duration ?? 0;
const round = (value: number) => String(Math.round(value));
const row = (...cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
const late = all.filter(({ duration }) => duration > MOST);
const moved = [...shifts].filter(([, { sum }]) => sum > MOST_SHIFT).sort(([, a], [, b]) => b.sum - a.sum);

const lines = [
  '# Interactions of the end-to-end tests',
  '',
  `\`npx tsx bench/interactions.ts ${given.join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, a ${String(CPU)}th of the CPU, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}; the tests ${status === 0 ? 'passed' : 'failed in part'}.`,
  '',
  row('measure', 'value'),
  row('---', '---:'),
  row('interactions of at least 16 ms', String(all.length)),
  row('median, ms', round(quantile(0.5))),
  row('three quarters, ms', round(quantile(0.75))),
  row('98 of 100, ms', round(quantile(0.98))),
  row(`longer than ${String(MOST)} ms`, String(late.length)),
  row(`documents that move more than ${String(MOST_SHIFT)}`, String(moved.length)),
  '',
  `## Longer than ${String(MOST)} ms`,
  '',
  row('ms', 'of it until the handlers', 'in them', 'event', 'target', 'page', 'test'),
  row('---:', '---:', '---:', '---', '---', '---', '---'),
  ...late.map(({ duration, delay, handlers, type, target, path, test }) =>
    row(round(duration), round(delay), round(handlers), type, target, path, test),
  ),
  '',
  `## Documents that move more than ${String(MOST_SHIFT)}`,
  '',
  row('CLS', 'test and page', 'elements of the last shift'),
  row('---:', '---', '---'),
  ...moved.map(([key, { sum, sources }]) => row(sum.toFixed(3), key, sources.join(', '))),
  '',
];
writeFileSync(join(root, 'bench/results/interactions.md'), lines.join('\n'));
console.log(lines.join('\n'));
