/** Files of the workspace are written whole or not at all. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireWritable, writeOwnFile } from './ownFiles';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-files-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('replaces a file, and makes its folder', async () => {
  const path = join(folder, 'a/b.json');
  await writeOwnFile(path, 'one');
  await writeOwnFile(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(join(folder, 'a'))).toEqual(['b.json']);
});

it('of two that make the same new file, one succeeds', async () => {
  const path = join(folder, 'new.json');
  const results = await Promise.allSettled(
    ['one', 'two'].map((text) => writeOwnFile(path, text, { isNew: true })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message: `${path} already exists` },
  });
  expect(readdirSync(folder)).toEqual(['new.json']);
});

it('names the file that cannot be written, and leaves nothing', async () => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file/x/new.json');
  const forbidden = {
    code: 'forbidden',
    message: `${path} cannot be written, because a part of its path is a file (ENOTDIR)`,
  };
  await expect(writeOwnFile(path, 'one')).rejects.toMatchObject(forbidden);
  await expect(requireWritable(path)).rejects.toMatchObject(forbidden);
  mkdirSync(join(folder, 'taken.json'));
  await expect(writeOwnFile(join(folder, 'taken.json'), 'one')).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken.json']);
});
