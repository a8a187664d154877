/** Links that another user of a folder store planted: commands write and remove nothing behind them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { folderStore } from './folderStore';

let place: string;
let victim: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-links-')));
  victim = join(place, 'home');
  mkdirSync(join(victim, 'letters'), { recursive: true });
  writeFileSync(join(victim, 'letters/1.txt'), 'Dear Ada');
  const old = Date.now() / 1000 - 7_200;
  utimesSync(join(victim, 'letters'), old, old);
});
afterEach(() => {
  expect(readdirSync(victim)).toEqual(['letters']);
  expect(readdirSync(join(victim, 'letters'))).toEqual(['1.txt']);
  rmSync(place, { recursive: true });
});

/** A link at a path of the store, and what it leads to. */
function plant(store: string, path: string): void {
  mkdirSync(dirname(join(store, path)), { recursive: true });
  rmSync(join(store, path), { recursive: true, force: true });
  symlinkSync(victim, join(store, path));
}

describe.each([{ isAlone: true }, { isAlone: false }])('a folder store (%o)', (options) => {
  const store = () => folderStore(join(place, 'store'), options);
  const bytes = Buffer.from('x');

  it.each([
    ['create', () => store().create('a/b/c.js', bytes)],
    ['create deeper', () => store().create('a/b/c/d/e.js', bytes)],
    ['move a pointer', () => store().swap('a/b/current.json', undefined, '1', 'a/1/')],
    ['copy', () => store().copy('from.js', 'a/b/c.js', () => true, { mayShare: true })],
    ['remove a file', () => store().remove('a/b/letters/1.txt')],
    ['remove a folder', () => store().remove('a/b/letters')],
  ])('does not %s behind a planted link', async (_what, act) => {
    await store().create('from.js', bytes);
    plant(join(place, 'store'), 'a/b');
    await expect(act()).rejects.toMatchObject({
      code: 'slice_untrusted',
      message: expect.stringMatching(
        /a\/b.* is a symbolic link, .* leads to .*\/home.*Remove the link/,
      ) as string,
    });
  });

  it('neither writes nor cleans up behind a link in place of its temporary folder', async () => {
    plant(join(place, 'store'), '.incoming');
    for (const act of [
      () => store().create('a.js', bytes),
      () => store().swap('current.json', undefined, '1'),
      () => store().now(),
      () => store().removeLeftovers(),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'slice_untrusted' });
  });

  it('removes a planted link itself, and works in a folder that a link leads to', async () => {
    mkdirSync(join(place, 'disk'));
    symlinkSync(join(place, 'disk'), join(place, 'store'));
    plant(join(place, 'store'), 'a/b');
    await store().remove('a/b');
    expect(existsSync(join(place, 'disk/a/b'))).toBe(false);
    await store().create('a/1/page.html', bytes);
    await store().swap('a/current.json', undefined, '1', 'a/1/');
    expect(readlinkSync(join(place, 'disk/a/current'))).toBe('1');
  });
});

describe('the commands', () => {
  let workspace: WorkspaceWithStore;
  beforeEach(async () => {
    workspace = await openWorkspace(openFolderStore);
    for (const release of [shellRelease(), sliceRelease()]) await workspace.build(release);
    await workspace.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
  });
  afterEach(() => workspace.close());

  it.each([
    ['prune', 'environments/staging/public/slices/letters', ['prune', '--env', 'staging']],
    ['deploy', '.incoming', ['deploy', 'market', '--env', 'staging', '--reason', 'a test']],
    [
      'a first deploy',
      'environments/other',
      ['deploy', 'shell', 'market', '--env', 'other', '--reason', 'a test'],
    ],
  ])('%s reports a link at %s', async (_what, path, command) => {
    workspace.writeEnvironment('other');
    await workspace.build(sliceRelease({ owner: 'another-team' }));
    plant(workspace.store.address, path);
    expect(await workspace.failure(...command)).toMatch(/is a symbolic link, .* find out who wrote it/);
  });
});
