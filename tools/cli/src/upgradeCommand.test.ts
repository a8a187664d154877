/** `slipway upgrade`: who holds back a newer shell or the end of a contract, what each team has to do, and the codemods. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(() => place.close());

const why = ['--env', 'staging', '--reason', 'a test'];
const slice = (id: string, contract = 1) =>
  sliceRelease({
    routes: [{ path: `/${id}`, title: id, access: 'public' as const }],
    ...{ id, owner: `${id}-team`, contract, slots: [], preload: {} },
  });
const deploy = async (...releases: Parameters<WorkspaceWithStore['build']>[0][]) => {
  for (const release of releases) await place.build(release);
  return place.text('deploy', ...releases.map(({ id }) => id), ...why);
};

it('names the slices, their teams and each step, and deploys nothing', async () => {
  await deploy(shellRelease(), slice('notes'), slice('maps'));
  expect(await place.text('upgrade', '--env', 'staging', '--check')).toContain(
    'Nothing in staging holds back the shell',
  );

  await place.build(
    shellRelease({ contracts: [2], provides: { react: '20.0.0', '@slipway/platform': '1.9.0' } }),
  );
  const out = await place.text('upgrade', '--env', 'staging');
  expect(out).toContain('2 slices of staging cannot run in the shell');
  expect(out).toMatch(/notes +notes-team +contract +1 +2\n/);
  expect(out).toMatch(/maps +maps-team +react +\^19\.3\.0 +20\.0\.0\n/);
  expect(out).toContain(
    'maps-team: install react@20.0.0 in maps, build and deploy it together with the shell',
  );
  expect(out).toContain(
    'notes-team: move notes to contract 2 with slipway upgrade notes --write, build it and deploy it together with the shell',
  );
  const { blockers } = await place.json<{ blockers: { needs: string }[] }>('upgrade', '--env', 'staging');
  expect(blockers.map(({ needs }) => needs).sort()).toEqual(['contract', 'contract', 'react', 'react']);
  expect(await place.slipway('upgrade', '--env', 'staging', '--check')).toMatchObject({ code: 5 });
  expect(await place.failure('upgrade', 'notes', '--env', 'staging')).toContain('is a slice');
});

it('names who holds back the end of a contract that the shell still hosts', async () => {
  await deploy(shellRelease({ contracts: [1, 2] }), slice('notes'), slice('maps', 2));
  const { code, error } = await place.slipway('upgrade', '--env', 'staging', '--check');
  expect(code).toBe(5);
  expect(error).toContain('Nothing in staging holds back the shell');
  expect(error).toContain('1 slice on contract 1: it cannot be removed before they move');
  expect(error).toContain('notes-team: move notes to contract 2 with slipway upgrade notes --write');
  expect(error).not.toContain('maps');

  await deploy(slice('notes', 2));
  expect(await place.text('upgrade', '--env', 'staging', '--check')).not.toContain('contract 1');
});

it('is said at the gate too: by a deploy of such a slice or of the shell, and when the shell drops the contract', async () => {
  const line =
    'contract 1 is still needed by maps (maps-team), notes (notes-team): slipway upgrade moves a slice to contract 2';
  const shell = shellRelease({ contracts: [1, 2] });
  expect(await deploy(shell, slice('notes'), slice('maps'))).toContain(line);
  expect(await deploy(slice('docs', 2)), 'another slice').not.toContain('contract 1');
  const other = sliceRelease({
    ...slice('notes'),
    version: '',
    owner: 'notes-team',
    nav: [{ path: '/notes', label: 'N' }],
  });
  expect(await deploy(other)).toContain(line);

  await place.build(shellRelease({ contracts: [2] }));
  const rejected = await place.failure('deploy', 'shell', ...why);
  expect(rejected).toContain(
    'notes is built for contract 1, and this shell supports 2: notes-team moves it with slipway upgrade --write',
  );
  expect(rejected).not.toContain('docs');
});

const source = (id: string, contract: number, code: string) => {
  const folder = join(place.root, 'apps', id);
  mkdirSync(join(folder, 'src'), { recursive: true });
  const fields = `id: '${id}', owner: '${id}-team', contract: ${String(contract)}`;
  writeFileSync(join(folder, 'slice.manifest.ts'), `export const manifest = { ${fields} };\n`);
  writeFileSync(join(folder, 'src/slice.ts'), code);
  return (file: string) => readFileSync(join(folder, file), 'utf8');
};
const first = (id: string) => `export default defineSlice(manifest, { '/${id}': () => import('./Page') });\n`;

it('finds slices in source that are behind, changes them only with --write, and fails with --check', async () => {
  const notes = source('notes', 1, first('notes'));
  source('maps', 2, '');
  const before = notes('src/slice.ts');
  const out = await place.text('upgrade');
  expect(out).toContain('On an older contract than 2: 1 of 2 slices');
  expect(out).toContain('notes-team: slipway upgrade notes --write changes slice.manifest.ts, src/slice.ts');
  expect((await place.slipway('upgrade', '--check')).code).toBe(5);
  expect(await place.text('upgrade', 'maps', '--check')).toContain('The slice is on contract 2');
  expect(notes('src/slice.ts')).toBe(before);

  expect(await place.text('upgrade', 'notes', '--write', '--check')).toContain('notes is on contract 2 now');
  expect(notes('src/slice.ts')).toContain('pages: {');
  expect(notes('slice.manifest.ts')).toContain('contract: 2');
  expect(await place.text('upgrade', '--check')).toContain('All 2 slices are on contract 2');
});

it('names a command that works where a slice is outside of a workspace', async () => {
  source('notes', 1, first('notes'));
  const folder = join(place.root, 'notes');
  renameSync(join(place.root, 'apps/notes'), folder);
  const path = relative(process.cwd(), folder);
  expect(await place.text('upgrade', folder)).toContain(
    `notes-team: slipway upgrade ${path} --write changes`,
  );
  expect(await place.text('upgrade', path, '--write')).toContain('notes is on contract 2 now');
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  source('notes', 1, first('notes'));
  rmSync(folder, { recursive: true });
  renameSync(join(place.root, 'apps/notes'), folder);
  expect(await place.text('upgrade')).toContain('notes-team: slipway upgrade --write changes');
});

it('writes what it can, and fails with the files that the owner has to change', async () => {
  const notes = source('notes', 1, first('notes'));
  const maps = source('maps', 1, 'export default defineSlice(manifest, pages);\n');
  const { code, error } = await place.slipway('upgrade', '--write');
  expect(code).toBe(5);
  expect(error).toContain(
    'maps-team: maps: slice.ts: the second argument of defineSlice is not a plain object',
  );
  expect(notes('slice.manifest.ts')).toContain('contract: 2');
  expect(maps('slice.manifest.ts')).toContain('contract: 1');
});

it('rejects arguments that do not go together', async () => {
  expect(await place.failure('upgrade', '--env', 'staging', '--write')).toContain(
    '--write cannot be combined with --env',
  );
  expect(await place.failure('upgrade', 'shell', 'notes', '--env', 'staging')).toContain('Pass one shell');
  expect(await place.failure('upgrade', 'lost')).toContain('There is no slice lost');
});

it('names the shell that runs where the folder has none, such as that of a slice', async () => {
  await deploy(shellRelease(), slice('notes'));
  rmSync(join(place.root, 'apps/shell'), { recursive: true });
  const shell = `shell@${shellRelease().version.slice(0, 8)}`;
  expect(await place.failure('upgrade', '--env', 'staging')).toContain(
    `This workspace has no shell: name a published one, such as ${shell}, which staging runs`,
  );
  expect(await place.text('upgrade', shell, '--env', 'staging')).toContain('Nothing in staging holds back');
});
