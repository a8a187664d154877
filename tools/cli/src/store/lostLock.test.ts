/** A process that loses the lock of a file, as on a machine that sleeps. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programOf } from '@slipway/server/compiled';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceOwnFile } from '../command-line/ownFiles';
import { folderStore } from './folderStore';
import { withLock } from './lockOnFolderTime';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-lock-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const lost = (key: string) => ({
  code: 'conflict',
  message: expect.stringMatching(
    `^${key} was not changed: this process stopped for more than 2 s, .* Run the command again$`,
  ) as string,
});

test('a lock that another process removed fails the work before it writes', async () => {
  const path = join(folder, 'pointer.json');
  const work = withLock(path, { key: 'pointer.json', folderNow: Date.now() }, async (assertHeld) => {
    assertHeld();
    await rm(`${path}.lock`, { recursive: true });
    await vi.waitFor(() => {
      expect(assertHeld).toThrow();
    }, 10_000);
    assertHeld();
    writeFileSync(path, 'late');
  });
  await expect(work).rejects.toMatchObject(lost('pointer.json'));
  expect(readdirSync(folder)).toEqual([]);
});

const sleeper = fileURLToPath(new URL('../testing/sleeper.ts', import.meta.url));

/** A process that takes the lock of a file, and writes it when a line arrives. */
async function startSleeper(path: string) {
  const child: ChildProcess = spawn(process.execPath, [...programOf(sleeper), path], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr?.on('data', (part) => (errors += String(part)));
  if (!child.stdout) throw new Error('The process has no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'locked' });
  return { child, result: async () => ({ code: await exited, errors }) };
}

test('a process that was stopped writes nothing after another one took over its lock, and reports it', async () => {
  const path = join(folder, 'pointer.json');
  writeFileSync(path, 'one');
  const { child, result } = await startSleeper(path);
  child.kill('SIGSTOP');
  await folderStore(folder).swap('pointer.json', 'one', 'two');
  child.kill('SIGCONT');
  child.stdin?.end('continue\n');
  const { code, errors } = await result();
  expect(code).toBe(4);
  expect(errors).toMatch(/^pointer\.json was not changed: this process stopped .* Run the command again\n$/);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

test.each([
  ['a pointer', 'pointer.json', (path: string) => folderStore(folder).swap(basename(path), 'one', 'two')],
  ['a file of the workspace', '/staging.json', (path: string) => replaceOwnFile(path, 'one', 'two')],
])('%s is not written after its lock was lost', async (_what, name, write) => {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]); // reading it takes as long as the test wants
  const writing = expect(write(path)).rejects.toMatchObject(lost(name.startsWith('/') ? path : name));
  const reader = await open(path, 'w'); // has the lock
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
  await reader.write('one');
  await reader.close();
  await writing;
  clock.mockRestore();
  expect(statSync(path).isFIFO()).toBe(true);
});
