/**
 * A real slice in a real Git repository: built, published, and built again from its commit. At night also a release that
 * is what its commit builds: a sample shows that all of its files but the changed one are.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { builtRelease } from './candidate';
import { runBuild } from './runBuild';

const isNightly = process.env['TEST_TIER'] === 'nightly';

const repository = join(import.meta.dirname, '../../../..');
let place: WorkspaceWithStore;
let slice: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: place.root,
    encoding: 'utf8',
  });

/** Builds and publishes what is in the working copy. Returns its name, such as `tiny@1a2b…`. */
async function publish(): Promise<string> {
  await runBuild(place.root, slice, 'rspack', ['build']);
  await place.text('publish', 'tiny', '--env', 'staging');
  return `tiny@${(await builtRelease(join(slice, 'dist'))).release.version}`;
}

beforeAll(async () => {
  place = await openWorkspace();
  slice = join(place.root, 'apps/tiny');
  cpSync(join(repository, 'tools/build/fixtures/tiny'), slice, { recursive: true });
  // Without a package: here, the link puts packages outside of the root, and their modules get ids by the distance.
  writeFileSync(join(slice, 'src/TinySlot.tsx'), 'export default () => <p>tiny slot</p>;');
  writeFileSync(join(slice, 'package.json'), '{"name":"tiny","type":"module","private":true}');
  writeFileSync(
    join(slice, 'rspack.config.ts'),
    "import { sliceConfig } from '@slipway/build';\nimport { manifest } from './slice.manifest';\nexport default sliceConfig(manifest, import.meta.dirname);\n",
  );
  writeFileSync(join(place.root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
  writeFileSync(join(place.root, '.gitignore'), 'node_modules\ndist\n.slipway\n');
  symlinkSync(join(repository, 'node_modules'), join(place.root, 'node_modules'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'tiny');
});
afterAll(() => place.close());

it.runIf(isNightly)(
  'proves that a release is what its commit builds, also after the working copy changed',
  async () => {
    const name = await publish();
    writeFileSync(join(slice, 'src/TinyPage.tsx'), 'not TypeScript');
    const verified = await place.json<object>('verify', '--rebuild', name);
    const commit = git('rev-parse', 'HEAD').trim();
    expect(verified).toMatchObject({
      id: 'tiny',
      commit,
      differences: [],
      builder: 'urn:slipway:builder:workstation',
    });
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    git('checkout', '--quiet', '.');
  },
);

it('names each file that differs from what the commit builds', async () => {
  const page = readFileSync(join(slice, 'src/TinyPage.tsx'), 'utf8');
  writeFileSync(join(slice, 'src/TinyPage.tsx'), page.replace('tiny page', 'evil page'));
  const ran = await place.slipway('verify', '--rebuild', await publish(), '--env', 'staging');
  expect(ran.code).toBe(5);
  expect(ran.error).toMatch(/tiny [0-9a-f]{8} is not what commit [0-9a-f]{40} builds:/);
  expect(ran.error).toMatch(/^ +src_TinyPage_tsx\.[0-9a-f]{16}\.js: the build does not make it$/m);
  expect(ran.error).toMatch(/it was built with changes that were not committed/);
  expect(ran.error).not.toMatch(/TinySlot/);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

it('says when the repository does not have the commit', async () => {
  const release = sliceRelease({ id: 'tiny', commit: 'a'.repeat(40) });
  const { version } = release;
  rmSync(join(slice, 'dist'), { recursive: true });
  await place.build(release);
  await place.text('publish', 'tiny', '--env', 'staging');
  expect(await place.failure('verify', '--rebuild', `tiny@${version}`)).toMatch(
    /does not have the commit a{40}: run git fetch/,
  );
  expect(await place.failure('verify', '--rebuild', 'tiny')).toMatch(/pass a release/);
  expect(await place.failure('verify')).toMatch(/Pass --env, or --rebuild/);
});
