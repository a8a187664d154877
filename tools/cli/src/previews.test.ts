/** Previews from the command line: one file for many environments, each started from another one, and removed when it expires. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { shortVersion } from './command-line/text';
import { currentComposition } from './composition/read';
import { prunable, prune } from './composition/prune';
import { shellRelease, sliceRelease } from './testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from './testing/workspace';

const newer = sliceRelease({ owner: 'newer-team' });
const NEWER = newer.version;
const DAY = 86_400_000;
const why = ['--reason', 'for review'];

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;

const preview = (id: string, ...argv: string[]) =>
  place.text('deploy', 'market', '--env', `preview/${id}`, ...argv, ...why);

beforeAll(async () => {
  prepared = await prepareWorkspace(async ({ writeEnvironment, build, text }) => {
    writeEnvironment('preview', { address: 'https://{id}.preview.example', keepDays: 3 });
    await build(shellRelease());
    await build(sliceRelease());
    await build(sliceRelease({ id: 'other', routes: [], slots: [] }));
    await text('deploy', 'shell', 'market', 'other', '--env', 'staging', ...why);
    await build(newer);
  });
});
beforeEach(() => {
  place = prepared.reset();
});
afterAll(() => prepared.close());

it('starts from another environment, which stays unchanged', async () => {
  const before = await currentComposition(place.store, 'staging');
  expect(await preview('pr-123', '--base', 'staging')).toMatch(
    new RegExp(
      String.raw`^preview/pr-123 now runs revision 1 at https://pr-123\.preview\.example
  the releases of staging, except:
  market ${shortVersion(sliceRelease().version)} → ${shortVersion(NEWER)}
  settings `,
    ),
  );
  const composition = await currentComposition(place.store, 'preview-pr-123');
  expect(composition?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: sliceRelease({ id: 'other', routes: [], slots: [] }).version },
  });
  expect(composition).toMatchObject({ environment: 'preview-pr-123', revision: 1 });
  expect(await currentComposition(place.store, 'staging')).toEqual(before);
});

it('keeps its releases at the next deploy, and starts over with --base', async () => {
  await preview('pr-123', '--base', 'staging');
  const other = sliceRelease({ id: 'other', routes: [], slots: [], owner: 'other-team' });
  await place.build(other);
  await place.text('deploy', 'other', '--env', 'preview/pr-123', ...why);
  expect((await currentComposition(place.store, 'preview-pr-123'))?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: other.version },
  });
  await preview('pr-123', '--base', 'staging');
  expect((await currentComposition(place.store, 'preview-pr-123'))?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: sliceRelease({ id: 'other', routes: [], slots: [] }).version },
  });
});

it('appears in status and history, and can be promoted', async () => {
  await preview('pr-123', '--base', 'staging');
  expect(await place.text('status')).toMatch(
    /^previews\n {2}preview\/pr-123 {2}\d+[sm] {2}https:\/\/pr-123\.preview\.example$/m,
  );
  expect(await place.text('status', '--env', 'preview/pr-123')).toMatch(
    new RegExp(`^market +${shortVersion(NEWER)}`, 'm'),
  );
  expect(await place.text('history', '--env', 'preview/pr-123')).toMatch(/for review/);
  expect(await place.text('status', '--env', 'preview-pr-123')).toMatch(/^ +preview\/pr-123$/m);
  expect(await place.text('diff', 'staging', 'preview/pr-123')).toMatch(
    new RegExp(`^market +${shortVersion(sliceRelease().version)} +${shortVersion(NEWER)}$`, 'm'),
  );
  await place.text('promote', 'market', '--from', 'preview/pr-123', '--to', 'staging', ...why);
  expect(await place.text('diff', 'staging', 'preview/pr-123')).toMatch(/are the same/);
});

it('has the name that the user typed in messages too', async () => {
  const onto = ['--from', 'staging', '--to', 'preview/b', ...why];
  expect(await place.failure('promote', 'market', ...onto)).toMatch(/preview\/b has no shell yet/);
  await place.text('promote', '--all', ...onto);
  expect(await place.failure('rollback', '--env', 'preview/b', '--to', '9', ...why)).toMatch(
    /preview\/b has no revision 9: slipway history --env preview\/b lists them/,
  );
});

it('is pruned when its last deploy is older than keepDays', async () => {
  await preview('pr-1', '--base', 'staging');
  await preview('pr-2', '--base', 'staging');
  const families = place.workspace.families();
  expect((await prunable(place.store, families, Date.now() + 2 * DAY)).previews).toEqual([]);
  const key = 'environments/preview-pr-1/revisions/1/composition.json';
  const old = JSON.parse((await place.store.get(key))?.toString() ?? '') as object;
  await place.store.remove(key);
  const altered = JSON.stringify({ ...old, createdAt: '2020-01-01T00:00:00.000Z' });
  await place.store.create(key, Buffer.from(altered));

  expect(await place.text('prune', '--env', 'staging', '--dry-run')).toMatch(
    /Would remove 0 releases, the files of 0 releases from public areas, the documents of \d+ revisions?, 0 plans and 1 preview\n {2}preview-pr-1/,
  );
  await prune(place.store, await prunable(place.store, families));
  expect((await place.store.list('environments')).sort()).toEqual(['preview-pr-2', 'staging']);
  expect(await place.text('status', '--env', 'preview/pr-2')).toMatch(/^market/m);
});

it('does not hide the other environments when its store cannot be read', async () => {
  place.writeEnvironment('preview', { address: 'https://{id}.preview.example', store: 'ftp://elsewhere' });
  const { code, out } = await place.slipway('status');
  expect(code).toBe(7);
  expect(out).toMatch(/^market +\w{8} /m);
  expect(out).toContain('preview could not be read: store: ftp://elsewhere must be a folder');
});

it('is rejected without a name, with an invalid one, or when its file is not a family', async () => {
  expect(await place.failure('deploy', 'market', '--env', 'preview', '--base', 'staging', ...why)).toMatch(
    /preview is a family of previews: name one preview, such as --env preview\/pr-123/,
  );
  expect(await place.failure('deploy', 'market', '--env', 'preview/PR_1', ...why)).toMatch(
    /preview\/PR_1: the name of a preview is up to 31 lower-case letters/,
  );
  expect(await place.failure('deploy', 'market', '--env', 'staging/pr-1', ...why)).toMatch(
    /staging has no previews, so there is no staging\/pr-1: the address in the file of a family contains \{id\}/,
  );
  const ran = await place.slipway('deploy', 'market', '--env', 'preview/pr-9', ...why);
  expect(ran).toMatchObject({ code: 3 });
  expect(ran.error).toMatch(/has no shell yet: .* --base/);
  expect(await place.store.list('environments')).toEqual(['staging']);
});
