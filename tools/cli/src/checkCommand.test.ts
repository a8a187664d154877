/** `slipway check` against every environment at once, on real stores: one store for each environment. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { removedBy } from './checks/contraction';
import { shortVersion } from './command-line/text';
import { shellRelease, sliceRelease } from './testing/releases';
import { openFolderStore } from './testing/stores';
import { billingRelease, firstDeploy, openSharedStore } from './testing/trust';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from './testing/workspace';

const why = ['--reason', 'a test'];
const newer = sliceRelease({ owner: 'newer-team' });
const OLD_SHELL = shellRelease().version;
const provides = (platform: string) => ({ react: '19.3.1', '@slipway/platform': platform });
const other = (overrides: object = {}) =>
  sliceRelease({
    ...{ id: 'other', slots: [] },
    routes: [{ path: '/other', title: 'Other', access: 'public' }],
    preload: { '/other': ['mf-manifest.json', 'remoteEntry.js', 'page.js'] },
    ...overrides,
  });

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;

/** Staging runs a shell with platform 1.2.0 and `market`; production, on another store, 1.1.0, `market` and `other`. */
beforeAll(async () => {
  prepared = await prepareWorkspace(async ({ root, writeEnvironment, build, text }) => {
    writeEnvironment('production', {
      store: join(root, 'production'),
      policy: { minimumTime: [{ environment: 'staging', minutes: 0 }] },
    });
    writeEnvironment('empty', {});
    await build(shellRelease());
    await build(sliceRelease());
    await text('deploy', 'shell', 'market', '--env', 'staging', ...why);
    await build(other());
    await text('deploy', 'other', '--env', 'staging', ...why);
    await build(shellRelease({ provides: provides('1.1.0') }));
    await text('deploy', 'shell', '--env', 'staging', ...why);
    await text('promote', '--all', '--from', 'staging', '--to', 'production', ...why);
    await text('deploy', `shell@${OLD_SHELL}`, '--env', 'staging', ...why);
    await text('deploy', 'other', '--remove', '--env', 'staging', ...why);
  });
});
beforeEach(() => {
  place = prepared.reset();
});
afterAll(() => prepared.close());

it('answers for every environment, and lists approvals without failing', async () => {
  await place.build(newer);
  expect(await place.text('check', 'market')).toBe(
    [
      'empty: runs nothing yet',
      'staging: all checks passed',
      'production: all checks passed',
      `  later: production requires 0 minutes in staging, and market ${shortVersion(newer.version)} has run there for 0: deploy it to staging and wait`,
    ].join('\n'),
  );
  expect(await place.json('check', 'market')).toMatchObject([
    { environment: 'empty', state: 'empty' },
    { environment: 'staging', state: 'passed', reasons: [] },
    { environment: 'production', state: 'passed', waits: [expect.any(String)] },
  ]);
});

it('fails with every reason of every environment when one rejects the change', async () => {
  const routes = [{ path: '/other', title: 'Taken', access: 'public' as const }];
  const requires = { react: '^19.3.0', '@slipway/platform': '^1.2.0', 'left-pad': '^1.0.0' };
  await place.build(sliceRelease({ routes, requires, preload: {} }));
  const { code, error } = await place.slipway('check', 'market');
  expect(code).toBe(5);
  const json = await place.slipway('check', 'market', '--json');
  expect(json).toMatchObject({ code: 5, error: '' });
  expect(JSON.parse(json.out)).toContainEqual(
    expect.objectContaining({
      environment: 'staging',
      state: 'rejected',
      reasons: ['market needs left-pad ^1.0.0, which the shell does not share'],
    }),
  );
  const [, staging = '', production = ''] = error.split(/^(?=staging:|production:)/m);
  expect(staging).toMatch(
    /^staging: rejected\n {2}market needs left-pad \^1\.0\.0, which the shell does not share\n$/,
  );
  expect(production).toMatch(/^production: rejected$/m);
  expect(production).toMatch(/market needs @slipway\/platform \^1\.2\.0, and the shell has 1\.1\.0/);
  expect(production).toMatch(/left-pad/);
  expect(production).toMatch(/both claim the route \/other/);
});

it('checks a shell against every slice that it would host, canaries included', async () => {
  const needs = { react: '^19.3.0', '@slipway/platform': '^1.2.0' };
  await place.build(sliceRelease({ requires: needs }));
  await place.text('canary', 'market', '--env', 'staging', '--percent', '5', ...why);
  await place.build(shellRelease({ provides: { react: '19.3.1' } }));
  const { code, error } = await place.slipway('check', 'shell');
  expect(code).toBe(5);
  const [, staging = '', production = ''] = error.split(/^(?=staging:|production:)/m);
  expect(staging).toMatch(/market needs @slipway\/platform \^1\.1\.0, which the shell does not share/);
  expect(staging).toMatch(/market needs @slipway\/platform \^1\.2\.0, which the shell does not share/);
  expect(staging).not.toMatch(/other needs/);
  expect(production).toMatch(/other needs @slipway\/platform \^1\.1\.0, which the shell does not share/);
});

it('fails when an environment cannot be read', async () => {
  place.writeEnvironment('empty', { store: 'ftp://host' });
  expect(await place.failure('check', 'market')).toMatch(
    /empty: rejected\n {2}cannot be checked: store: ftp:\/\/host must be a folder[\s\S]*staging: all checks passed/,
  );
});

it('checks a migration against every release that runs, in every environment with that backend', async () => {
  const backend = createServer((_request, response) => response.end('"20261130000000"'));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((backend.address() as AddressInfo).port)}`;
  place.writeEnvironment('live', { backend: { url, publishableKey: 'sb_publishable_test' } });
  place.writeEnvironment('new', {
    backend: { url: 'https://new.example', publishableKey: 'sb_publishable_test' },
  });
  await place.build(other({ migration: '20261124000000' }));
  await place.build(sliceRelease({ migration: '20261101000000' }));
  await place.text('deploy', `shell@${OLD_SHELL}`, 'market', 'other', '--env', 'live', ...why);
  backend.close();

  const file = join(place.root, '20261125000000_drop_plan.sql');
  const dropping = 'alter table public.users drop column plan;\n';
  writeFileSync(file, `-- Requires releases: 20261124000000\n${dropping}`);
  const check = ['check', '--migration', file];
  const { code, error } = await place.slipway(...check);
  expect(code).toBe(5);
  expect(error).toMatch(
    /live \(http.*\): rejected\n {2}market [0-9a-f]{8} is built for migration 20261101000000, and .* requires 20261124000000: deploy a newer release of market first\n/,
  );
  expect(error).not.toMatch(/other 0/);
  // Only those with the backend of staging: their releases use no database.
  expect(await place.text(...check, '--env', 'staging')).toMatch(
    /^staging \(https:\/\/backend\.example\): every release still works\nproduction .*: every release still works$/,
  );
  writeFileSync(file, dropping);
  expect(await place.failure(...check, '--env', 'staging')).toMatch(
    /staging .*: rejected\n {2}.* removes column plan and does not say which releases/,
  );
  expect(await place.failure('check', 'market', '--migration', file)).toMatch(/Pass either slices/);
  const noMigration = await place.slipway('check', '--migration', join(place.root, 'environments/live.json'));
  expect(noMigration).toMatchObject({
    code: 2,
    error: expect.stringMatching(/live\.json is not a migration/) as string,
  });
  // The first migrations of an environment precede its first deploy. Others may use its database already.
  expect(await place.text(...check, '--env', 'new')).toBe('Nothing that uses this database is deployed yet');
  expect(await place.failure(...check, '--env', 'empty')).toMatch(/^slipway: staging .*: rejected/);
  expect(await place.failure(...check, '--env', 'typo')).toMatch(/typo/);
});

it.each([
  ['drop table public.notes;', ['table public.notes']],
  ['alter table a rename column b to c;', ['rename column b to']],
  ['alter table a drop b, drop if exists c;', ['column b', 'column c']],
  ['alter table a drop constraint b, alter column c drop not null, alter d drop default;', []],
  [
    'drop function public.f(text);\ncreate function public.f(text, int) returns void as $$ drop table x; $$;',
    [],
  ],
  ['-- drop table a\ncreate table b ();\nalter table b add column c text;', []],
])('finds what %j removes', (sql, removed) => {
  expect(removedBy(sql)).toEqual(removed);
});

it('needs no key for a check on a signed store, while a deploy does', async () => {
  const shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
  const build = [billingRelease('00000000000000e9')];
  expect(await shared.deploy([], build, { isDryRun: true })).toMatchObject({ isWritten: false });
  await expect(shared.deploy([], build)).rejects.toMatchObject({ code: 'forbidden' });
  await shared.close();
});
