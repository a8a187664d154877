/** A folder store while another process removes files and folders of it, as a prune does. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderStore } from './folderStore';

/** Writes and removes files and folders beside those that stay, until it is ended. */
const remover = `
  const { mkdirSync, rmSync, unlinkSync, writeFileSync } = require('node:fs');
  const [folder] = process.argv.slice(1);
  for (let round = 0; ; round += 1) {
    for (let index = 0; index < 20; index += 1) {
      mkdirSync(folder + '/removed-' + index + '/deep', { recursive: true });
      writeFileSync(folder + '/removed-' + index + '/deep/page.js', 'x');
      writeFileSync(folder + '/file-' + index, 'x');
    }
    if (round === 0) console.log('started');
    for (let index = 0; index < 20; index += 1) {
      unlinkSync(folder + '/file-' + index);
      rmSync(folder + '/removed-' + index, { recursive: true });
    }
  }`;

/** Runs a program with the folder as its argument until the end of the test. Resolves when it has started. */
async function run(program: string, root: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', program, join(root, 'tree')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(root, { recursive: true, force: true });
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
}

const newRoot = () => mkdtempSync(join(tmpdir(), 'slipway-vanishing-'));

test.each([false, true])('lists what stays while files vanish (isAlone: %s)', async (isAlone) => {
  const root = newRoot();
  const kept = Array.from({ length: 20 }, (_, index) => `tree/kept-${String(index)}/page.js`);
  for (const key of kept) {
    mkdirSync(join(root, key, '..'), { recursive: true });
    writeFileSync(join(root, key), 'kept');
  }
  await run(remover, root);
  const store = folderStore(root, { isAlone });
  for (let round = 0; round < 200; round += 1) {
    const sizes = await store.sizes('tree');
    expect(kept.filter((key) => sizes.get(key) !== 4)).toEqual([]);
    expect(await store.list('tree')).toEqual(expect.arrayContaining(['kept-0', 'kept-19']));
    const keys = [...sizes.keys()].filter((key) => key.includes('removed'));
    for (const key of keys) expect([undefined, 'x', '']).toContain((await store.get(key))?.toString());
  }
});

/** Removes one key, again and again. */
const unlinker = `
  const { rmSync } = require('node:fs');
  const [folder] = process.argv.slice(1);
  console.log('started');
  for (;;) rmSync(folder + '/key', { force: true });`;

test('creates a key that another process removes', async () => {
  const root = newRoot();
  await run(unlinker, root);
  const store = folderStore(root);
  const bytes = Buffer.from('the same');
  for (let round = 0; round < 300; round += 1)
    await Promise.all([store.create('tree/key', bytes), store.create('tree/key', bytes)]);
});
