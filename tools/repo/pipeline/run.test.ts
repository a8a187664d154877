import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runInOrder } from './run.mjs';

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
