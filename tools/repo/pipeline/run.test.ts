import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runInOrder, runTogether } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'slipway-run-'));
const mark = join(folder, 'ran');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a failed step runs once more with beforeRetry, and fails when that fails too', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  /** Fails while the file is missing. */
  const command = [
    'node',
    '-e',
    `process.exitCode = require('fs').existsSync(${JSON.stringify(mark)}) ? 0 : 1`,
  ];
  const beforeRetry = vi.fn();
  expect(await runInOrder([{ name: 'one', command, beforeRetry }])).toEqual(['one']);
  expect(beforeRetry).toHaveBeenCalledTimes(1);
  expect(await runInOrder([{ name: 'two', command, beforeRetry: () => writeFileSync(mark, '') }])).toEqual(
    [],
  );
  expect(existsSync(mark)).toBe(true);
  expect(await runInOrder([{ name: 'three', command: ['node', '-e', 'process.exit(1)'] }])).toEqual([
    'three',
  ]);
});

test('steps run two at a time, the first ones first', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => JSON.stringify(join(folder, name));
  /** Ends when another step has begun. */
  const step = (name: string, other: string) => ({
    name,
    command: [
      'node',
      '-e',
      `const { existsSync, writeFileSync } = require('fs');
       writeFileSync(${file(name)}, '');
       setInterval(() => existsSync(${file(other)}) && process.exit(0), 20);`,
    ],
  });
  expect(await runTogether([step('a', 'b'), step('b', 'c'), step('c', 'a')])).toEqual([]);
});
