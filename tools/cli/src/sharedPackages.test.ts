/** Leaf packages that slices share: what two majors of one cost, and packages of which a page has one copy. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SliceRelease } from '@slipway/contracts';
import { sharedCosts } from './checks/sharedCosts';
import { builtRelease, isSlice } from './release/candidate';
import { SBOM } from './release/evidence';
import { integrityOf } from './release/integrity';
import { withEvidence } from './testing/evidence';
import { shellRelease, sliceFiles, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const why = ['--reason', 'a test'];
let place: WorkspaceWithStore;

beforeEach(async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
});
afterEach(() => place.close());

/** A slice that shares `@team/charts`, in a script of this many bytes. */
function sharing(id: string, version: string, size: number, name = '@team/charts') {
  const letters = Array.from({ length: size - 4 }, (_, index) =>
    String.fromCharCode(97 + ((index * index) % 23)),
  );
  const text = `/*${letters.join('')}*/`;
  const { files } = sliceRelease();
  const file = { size, integrity: integrityOf(Buffer.from(text)) };
  const release = sliceRelease({
    ...{ id, owner: `${id}-team`, slots: [] },
    routes: [{ path: `/${id}`, title: id, access: 'public' }],
    preload: { [`/${id}`]: ['mf-manifest.json', 'remoteEntry.js', 'page.js'] },
    files: { ...files, 'charts.js': file },
    shares: { [name]: { version, files: ['charts.js'] } },
  });
  return { release, contents: { ...sliceFiles, 'charts.js': text } };
}
const build = ({ release, contents }: ReturnType<typeof sharing>) => place.build(release, contents);

it('says what two versions cost when a slice that shares the package changes, and only then', async () => {
  await build(sharing('one', '1.4.0', 400));
  await build(sharing('two', '1.4.0', 400));
  await place.build(sliceRelease({ slots: [] }));
  const first = await place.text('deploy', 'shell', 'one', 'two', 'market', '--env', 'staging', ...why);
  expect(first).not.toContain('@team/charts');

  await build(sharing('two', '2.0.0', 300));
  const bytes = (
    await (await builtRelease(join(place.root, 'apps/two/dist'))).transferSize('charts.js')
  ).toString();
  const cost = `@team/charts runs in 2 versions: 1.4.0 (one), 2.0.0 (two). A visitor of all these slices loads ${bytes} bytes more than with one version`;
  expect(await place.text('check', 'two')).toBe(`staging: all checks passed\n  ${cost}`);
  expect(await place.text('check', 'two', '--env', 'staging')).toContain(`\n${cost}`);
  expect(await place.json('check', 'two')).toMatchObject([{ state: 'passed', costs: [cost] }]);
  expect(await place.text('deploy', 'two', '--env', 'staging', ...why)).toContain(cost);
  await place.build(sliceRelease({ slots: [], owner: 'other-team' }));
  expect(await place.text('deploy', 'market', '--env', 'staging', ...why)).not.toContain('@team/charts');
  expect(await place.text('status', '--package', '@team/charts')).toContain(`staging: ${cost}`);

  await build(sharing('two', '1.4.0', 400));
  expect(await place.text('deploy', 'two', '--env', 'staging', ...why)).not.toContain('@team/charts');
  expect(await place.text('status', '--package', '@team/charts')).not.toContain('more than with one');
});

it('adds up the compressed bytes of all versions but the largest', async () => {
  const built = await Promise.all(
    [
      sharing('c', '2.0.0', 500),
      sharing('a', '1.0.0', 900),
      sharing('b', '1.1.0', 200),
      sharing('d', '1.1.0', 300),
    ].map(async (one) => builtRelease(await build(one))),
  );
  const slices = built.filter(isSlice);
  const sizeOf = (id: string) => slices.find(({ release }) => release.id === id)?.transferSize('charts.js');
  const [c, d] = [await sizeOf('c'), await sizeOf('d')];
  const [cost] = await sharedCosts(slices);
  expect(cost?.copies).toMatchObject([
    { version: '1.0.0', slices: ['a'], bytes: await sizeOf('a') },
    { version: '1.1.0', slices: ['b', 'd'], bytes: d },
    { version: '2.0.0', slices: ['c'], bytes: c },
  ]);
  expect(cost?.extraBytes).toBe((c ?? 0) + (d ?? 0));
});

it('rejects a slice that shares a package of which a page has one copy, with both versions', async () => {
  await place.text('deploy', 'shell', '--env', 'staging', ...why);
  await build(sharing('one', '20.0.0', 300, 'react'));
  expect(await place.failure('check', 'one')).toContain(
    'one contains react 20.0.0, and a page has one copy, that of the shell (19.3.1): import react instead of bundling or sharing react, and build one again',
  );
  await build(sharing('one', '8.1.0', 300, 'react-router-dom'));
  expect(await place.failure('deploy', 'one', '--env', 'staging', ...why)).toContain(
    'one contains react-router-dom 8.1.0, and a page has one copy, that of the shell: import @slipway/platform',
  );
});

it.each([
  ['react-hot-toast', '@slipway/design-system'],
  ['@tanstack/query-core', '@tanstack/react-query'],
  ['@supabase/auth-js', '@slipway/data'],
  ['@slipway/session', '@slipway/session'],
])('rejects a slice that bundles %s, which its bill of materials names', async (name, owner) => {
  await place.text('deploy', 'shell', '--env', 'staging', ...why);
  const purl = `pkg:npm/${name.replace('@', '%40')}@9.0.0`;
  const bom = (scope?: string) => JSON.stringify({ bomFormat: 'CycloneDX', components: [{ purl, scope }] });
  const write = async (text: string) => {
    const plain: SliceRelease = withEvidence(sliceRelease());
    const evidence = { ...plain.evidence, sbom: integrityOf(Buffer.from(text)) };
    await writeFile(join(await place.build({ ...plain, evidence } as SliceRelease), SBOM), text);
  };
  await write(bom());
  expect(await place.failure('check', 'market', '--env', 'staging')).toMatch(
    new RegExp(`market contains ${name} 9\\.0\\.0, and a page has one copy, .*: import ${owner} instead`),
  );
  await write(bom('excluded'));
  expect(await place.text('check', 'market', '--env', 'staging'), 'none of its code').toContain('passed');
});
