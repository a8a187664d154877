/** Previews from the command line: one file, many environments, each begun from another and gone in time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentComposition } from './composition/read';
import { prunable, prune } from './composition/prune';
import { shellRelease, sliceRelease } from './testing/releases';
import { type StoreForTest, storeKinds } from './testing/stores';
import { testWorkspace, type TestWorkspace } from './testing/workspace';

const NEWER = '1a2b3c4d000000b2';
const DAY = 86_400_000;
const why = ['--reason', 'for review'];

let opened: StoreForTest;
let place: TestWorkspace;

const text = async (...argv: string[]): Promise<string> => {
  const ran = await place.slipway(...argv);
  expect(ran).toMatchObject({ code: 0, error: '' });
  return ran.out;
};
const refused = async (...argv: string[]): Promise<string> => {
  const ran = await place.slipway(...argv);
  expect(ran.code).toBe(2);
  return ran.error;
};
const preview = (id: string, ...argv: string[]) =>
  text('deploy', 'market', '--env', `preview/${id}`, ...argv, ...why);

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  place = testWorkspace(opened.address);
  place.writeEnvironment('preview', { address: 'https://{id}.preview.example', keepDays: 3 });
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  await text('deploy', 'shell', 'market', 'other', '--env', 'staging', ...why);
  await place.build(sliceRelease({ version: NEWER }));
});
afterEach(async () => {
  place.remove();
  await opened.close();
});

it('is another environment with one slice changed, which stays as it was', async () => {
  const before = await currentComposition(opened.store, 'staging');
  await preview('pr-123', '--base', 'staging');
  const composition = await currentComposition(opened.store, 'preview-pr-123');
  expect(composition?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: sliceRelease().version },
  });
  expect(composition).toMatchObject({ environment: 'preview-pr-123', revision: 1 });
  expect(await currentComposition(opened.store, 'staging')).toEqual(before);
});

it('keeps what it has at its next deploy, and begins anew with --base', async () => {
  await preview('pr-123', '--base', 'staging');
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [], version: '00000000000000d2' }));
  await text('deploy', 'other', '--env', 'preview/pr-123', ...why);
  expect((await currentComposition(opened.store, 'preview-pr-123'))?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: '00000000000000d2' },
  });
  await preview('pr-123', '--base', 'staging');
  expect((await currentComposition(opened.store, 'preview-pr-123'))?.slices).toMatchObject({
    market: { version: NEWER },
    other: { version: sliceRelease().version },
  });
});

it('has its line in status, its history, its rollback and its promotion', async () => {
  await preview('pr-123', '--base', 'staging');
  expect(await text('status')).toMatch(
    /^previews\n {2}preview\/pr-123 {2}\d+[sm] {2}https:\/\/pr-123\.preview\.example$/m,
  );
  expect(await text('status', '--env', 'preview/pr-123')).toMatch(/^market +1a2b3c4d/m);
  expect(await text('history', '--env', 'preview/pr-123')).toMatch(/for review/);
  expect(await text('diff', 'staging', 'preview/pr-123')).toMatch(/^market +00000000 +1a2b3c4d$/m);
  await text('promote', 'market', '--from', 'preview/pr-123', '--to', 'staging', ...why);
  expect(await text('diff', 'staging', 'preview/pr-123')).toMatch(/run the same/);
});

it('is removed by prune when it was not deployed to for as long as its file says', async () => {
  await preview('pr-1', '--base', 'staging');
  await preview('pr-2', '--base', 'staging');
  const families = place.workspace.families();
  expect((await prunable(opened.store, families, Date.now() + 2 * DAY)).previews).toEqual([]);
  const key = 'environments/preview-pr-1/revisions/1/composition.json';
  const path = join(opened.address, key);
  const old = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...old, createdAt: '2020-01-01T00:00:00.000Z' }));

  expect(await text('prune', '--env', 'staging', '--dry-run')).toMatch(
    /0 releases, the documents of \d+ revisions? and 1 preview would go\n {2}preview-pr-1/,
  );
  await prune(opened.store, await prunable(opened.store, families));
  expect((await opened.store.list('environments')).sort()).toEqual(['preview-pr-2', 'staging']);
  expect(await text('status', '--env', 'preview/pr-2')).toMatch(/^market/m);
});

it('is refused where it has no name, a bad one, or no file that allows it', async () => {
  expect(await refused('deploy', 'market', '--env', 'preview', '--base', 'staging', ...why)).toMatch(
    /preview is a family of previews: name one of them, such as --env preview\/pr-123/,
  );
  expect(await refused('deploy', 'market', '--env', 'preview/PR_1', ...why)).toMatch(
    /preview\/PR_1: a preview is named by lower-case letters/,
  );
  expect(await refused('deploy', 'market', '--env', 'staging/pr-1', ...why)).toMatch(
    /environments\/staging\.json: address: has no \{id\}/,
  );
  const ran = await place.slipway('deploy', 'market', '--env', 'preview/pr-9', ...why);
  expect(ran).toMatchObject({ code: 3 });
  expect(ran.error).toMatch(/runs no shell yet: .* --base/);
  expect(await opened.store.list('environments')).toEqual(['staging']);
});
