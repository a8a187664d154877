/**
 * `npm run backup` and `npm run restore`, as an operator runs them, at night: in `npm test`,
 * tools/backend/src/backup/backup.test.ts proves what they do without a process for each.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderStore } from '@slipway/cli';
import { newFolder, newHome, serve } from '@slipway/backend/testing';

const run = (command: 'backup' | 'restore', args: string[], home: string) =>
  new Promise<string>((resolve) => {
    const script = fileURLToPath(new URL(`../../repo/bootstrap/${command}.mjs`, import.meta.url));
    execFile(
      process.execPath,
      ['--liftoff-only', script, ...args], // as `compileOnce` in vitest.shared.ts
      { env: { ...process.env, SLIPWAY_HOME: home } },
      (_error, stdout, stderr) => {
        resolve(`${stdout}${stderr}`.trim());
      },
    );
  });

const isNightly = process.env['TEST_TIER'] === 'nightly';

test('a folder without data is not backed up, nor into a missing folder, and an option is no file to restore', async () => {
  const folder = newFolder('commands');
  const file = join(folder, 'none.tar.gz');
  expect(await run('backup', [file], join(folder, 'empty'))).toContain('there is no data');
  expect(existsSync(file)).toBe(false);
  expect(await run('backup', [join(folder, 'none/none.tar.gz')], join(folder, 'empty'))).toBe(
    `slipway: ${join(folder, 'none')} does not exist. Create it, or choose another folder`,
  );
  expect(await run('restore', ['--help'], join(folder, 'empty'))).toContain(
    'slipway: Usage: npm run restore',
  );
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(isNightly)(
  'a backup is restored into an empty home, and the server starts there',
  { timeout: 240_000 },
  async () => {
    const folder = newFolder('commands');
    const file = join(folder, 'slipway.tar.gz');
    const home = newHome();
    const restored = join(folder, 'restored');

    const release = async (at: string, revision: number) => {
      const store = folderStore(join(at, 'store'));
      const base = `environments/local/revisions/${String(revision)}/`;
      await store.create(`${base}index.html`, Buffer.from(String(revision)));
      const before = revision > 1 ? String(revision - 1) : undefined;
      await store.swap('environments/local/current.json', before, String(revision), base);
    };
    await release(home, 1);

    expect(await run('backup', [file], home)).toMatch(
      /slipway\.tar\.gz: \d+ rows of \d+ tables, the keys and the release store$/m,
    );
    expect(await run('backup', [file], home)).toContain('already exists');
    expect(await run('restore', [], restored)).toContain('slipway: Usage: npm run restore');
    expect(await run('restore', [file], restored)).toMatch(
      /^Restored \d+ rows of .* The server starts and responds/,
    );
    expect(await run('restore', [file], restored)).toContain(
      'is not empty. Nothing was changed. Add --force',
    );
    const served = await serve('PGlite', { home: restored });
    const { data } = await served.visitor.from('agents').select('name');
    expect(data).toHaveLength(6);
    await served.close();
    // A deploy moves the link of the environment, which is a folder in an archive.
    await release(restored, 2);
    expect(readFileSync(join(restored, 'store/environments/local/current/index.html'), 'utf8')).toBe('2');
    for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
  },
);
