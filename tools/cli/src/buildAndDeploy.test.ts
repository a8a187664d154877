/** `slipway deploy --build` deploys what it has just built, also when another deploy was made during the build. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

let place: WorkspaceWithStore;
const why = ['--env', 'staging', '--reason', 'a test'];
const deploy = ['deploy', 'market', '--build', ...why];
const app = (...path: string[]) => join(place.root, 'apps/market', ...path);

/** The next build of the slice runs this command of a shell, in its folder. */
function buildWith(command: string): void {
  const scripts = { build: command, prebuild: 'true' }; // with npm, not with Rspack
  writeFileSync(app('package.json'), JSON.stringify({ name: 'market', scripts }));
}

/** Keeps the build of a release in a folder, for a command that "builds" it. */
async function keep(name: string, release: ReturnType<typeof sliceRelease>): Promise<void> {
  await place.build(release);
  cpSync(app('dist'), app(name), { recursive: true });
}

beforeAll(async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
  await keep('next', sliceRelease({ owner: 'next' }));
  await keep('later', sliceRelease({ owner: 'later' }));
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', ...why);
});
afterAll(() => place.close());

it('deploys the build, and not the one before it', async () => {
  buildWith('rm -r dist && cp -r next dist');
  expect(await place.text(...deploy)).toContain('staging now runs revision 2');
  expect(await place.text('status', '--env', 'staging')).toContain(
    sliceRelease({ owner: 'next' }).version.slice(0, 8),
  );
});

it('deploys nothing when the build fails, and says why', async () => {
  buildWith('echo "Page.tsx is wrong" && exit 1');
  const { code, error } = await place.slipway(...deploy);
  expect(code).toBe(2);
  expect(error).toContain('The build of apps/market failed:\nPage.tsx is wrong');
  expect(await place.json('history', '--env', 'staging')).toHaveLength(2);
});

it('builds nothing for an environment that is unknown', async () => {
  buildWith('touch built');
  const { code } = await place.slipway('deploy', 'market', '--build', '--env', 'stagng', '--reason', 'x');
  expect(code).toBe(3);
  expect(() => {
    rmSync(app('built'));
  }).toThrow('ENOENT');
});

it('deploys onto the revision that another deploy has made meanwhile', async () => {
  buildWith('while [ ! -e go ]; do sleep 0.05; done; rm -r dist && cp -r later dist');
  const deployed = place.text(...deploy);
  await place.text('env', 'set', 'staging', 'site.name', 'Harbor');
  await place.text('env', 'apply', '--env', 'staging', '--reason', 'another name');
  writeFileSync(app('go'), '');
  expect(await deployed).toContain('staging now runs revision 4');
  const [last, before] = await place.json<{ previous: number; reason: string }[]>(
    ...['history', '--env', 'staging'],
  );
  expect(last).toMatchObject({ previous: 3, reason: 'a test' });
  expect(before).toMatchObject({ previous: 2, reason: 'another name' });
});
