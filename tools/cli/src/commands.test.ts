/**
 * The commands as a person meets them, over two environments: on a folder and on a bucket.
 * One piece: every test goes on from where the one before it left the environments.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionRecord } from './composition/record';
import { integrityOf } from './release/publish';
import { shellRelease, sliceRelease } from './testing/releases';
import { type StoreForTest, storeKinds } from './testing/stores';
import { testWorkspace, type TestWorkspace } from './testing/workspace';

const NEWER = '00000000000000b2';

describe.each(storeKinds)('on %s', (_kind, open) => {
  let opened: StoreForTest;
  let place: TestWorkspace;
  beforeAll(async () => {
    opened = await open();
    place = testWorkspace(opened.address);
    place.writeEnvironment('production', { approvals: [{ environment: 'staging', minutes: 0 }] });
    await place.build(shellRelease());
    await place.build(sliceRelease());
  });
  afterAll(async () => {
    place.remove();
    await opened.close();
  });

  /** Runs a command that must succeed; returns what a program reads. */
  const json = async <Data>(...argv: string[]): Promise<Data> => {
    const ran = await place.slipway(...argv, '--json');
    expect(ran).toMatchObject({ code: 0, error: '' });
    return JSON.parse(ran.out) as Data;
  };
  const text = async (...argv: string[]): Promise<string> => {
    const ran = await place.slipway(...argv);
    expect(ran).toMatchObject({ code: 0, error: '' });
    return ran.out;
  };
  const buildNewer = async () => {
    const dist = await place.build(sliceRelease());
    writeFileSync(join(dist, 'page.js'), 'a newer page');
    const page = { size: 12, integrity: integrityOf(Buffer.from('a newer page')) };
    const release = sliceRelease({ version: NEWER, files: { ...sliceRelease().files, 'page.js': page } });
    writeFileSync(join(dist, 'release.json'), JSON.stringify(release));
  };

  it('publishes, and says so when there was nothing to send', async () => {
    expect(await text('publish', 'shell', '--env', 'staging', '--dry-run')).toMatch(
      /shell 00000000 would go into/,
    );
    expect(await text('publish', 'shell', '--env', 'staging')).toMatch(/shell 00000000 is in/);
    expect(await text('publish', 'shell', '--env', 'staging')).toMatch(/was already in/);
  });

  it('checks, deploys, and does nothing the second time', async () => {
    expect(await text('check', 'shell', 'market', '--env', 'staging')).toMatch(
      /^It fits\. staging would run revision 1/,
    );
    const deploy = ['deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first'];
    expect(await text(...deploy, '--dry-run')).toMatch(/would run revision 1; nothing was written/);
    expect(await text(...deploy)).toBe(
      'staging runs revision 1\n  market none → 00000000\n  shell none → 00000000',
    );
    expect(await text(...deploy)).toMatch(/staging runs this already, since revision 1: nothing was written/);
  });

  it('promotes the same releases, and only after they ran where they must', async () => {
    const promoted = await json<{ revision: number }>(
      ...['promote', '--all', '--from', 'staging', '--to', 'production', '--reason', 'approved'],
    );
    expect(promoted.revision).toBe(1);
    expect(await text('diff', 'staging', 'production')).toBe('staging and production run the same');
  });

  it('shows what differs between environments, and since when', async () => {
    await buildNewer();
    await text('deploy', 'market', '--env', 'staging', '--reason', 'a newer page');
    const status = await text('status');
    expect(status).toMatch(/^ +staging +production$/m);
    expect(status).toMatch(/^market +00000000 \d+[sm] Ada +00000000 \d+[sm] Ada ≠$/m);
    expect(status).toMatch(/^shell +00000000 \d+[sm] Ada +00000000 \d+[sm] Ada$/m);
    const [staging, production] =
      await json<{ parts: { part: string; version: string; revision: number; isDrift: boolean }[] }[]>(
        'status',
      );
    expect(staging?.parts).toContainEqual(
      expect.objectContaining({ part: 'market', version: NEWER, revision: 2, author: 'Ada', isDrift: false }),
    );
    expect(production?.parts).toContainEqual(expect.objectContaining({ part: 'market', isDrift: true }));
    expect(await text('diff', 'production', 'staging')).toMatch(/^market +00000000 +00000000$/m);
  });

  it('rolls back as a new revision, one slice or all, to any revision', async () => {
    expect(await text('rollback', '--env', 'staging', '--reason', 'wrong words', '--dry-run')).toMatch(
      /would run revision 3/,
    );
    expect(await text('rollback', '--env', 'staging', '--reason', 'wrong words')).toMatch(
      /staging runs revision 3/,
    );
    expect(await text('diff', 'staging', 'staging@1')).toMatch(/run the same/);
    await text('rollback', 'market', '--env', 'staging', '--to', '2', '--reason', 'they were right');
    expect(await text('diff', 'staging', 'staging@2')).toMatch(/run the same/);
  });

  it('keeps a history of who changed what and why', async () => {
    const lines = await json<({ revision: number } & RevisionRecord)[]>('history', '--env', 'staging');
    expect(lines.map(({ revision, reason, author }) => [revision, reason, author])).toEqual([
      [4, 'they were right', 'Ada'],
      [3, 'wrong words', 'Ada'],
      [2, 'a newer page', 'Ada'],
      [1, 'first', 'Ada'],
    ]);
    expect(lines[1]?.changes).toEqual([{ part: 'market', from: NEWER, to: sliceRelease().version }]);
    expect((await text('history', '--env', 'staging', '--limit', '1')).split('\n')).toHaveLength(2);
  });

  it('takes a slice out', async () => {
    await text('deploy', 'market', '--remove', '--env', 'staging', '--reason', 'not used');
    expect(await text('status', '--env', 'staging')).not.toMatch(/^market/m);
    await text('rollback', '--env', 'staging', '--reason', 'it was');
  });

  it('takes a setting with the next deploy', async () => {
    await text('env', 'set', 'staging', 'features.market.ratings', 'true');
    expect(await text('deploy', 'market', '--env', 'staging', '--reason', 'ratings on')).toMatch(
      /features as its file says/,
    );
    await text('env', 'set', 'staging', 'features.market.ratings', 'false', '--dry-run');
    expect(await json('env', 'show', 'staging')).toMatchObject({ features: { market: { ratings: true } } });
  });

  it('makes an environment', async () => {
    const create = [
      ...['env', 'create', 'preview', '--store', opened.address, '--address', 'https://preview.example'],
      ...['--backend', 'https://backend.example', '--key', 'sb_publishable_test'],
    ];
    await text(...create, '--dry-run');
    expect(place.workspace.names()).toEqual(['staging', 'production']);
    await text(...create);
    expect(place.workspace.names()).toContain('preview');
    expect((await place.slipway(...create)).code).toBe(4);
  });

  it('prunes what nothing names, after 30 days', async () => {
    const old = { builtAt: '2020-01-01T00:00:00.000Z' };
    await place.build(sliceRelease({ ...old, version: '00000000000000c1' }));
    await text('publish', 'market', '--env', 'staging');
    expect(await json('prune', '--env', 'staging', '--dry-run')).toMatchObject({
      releases: [{ id: 'market', version: '00000000000000c1' }],
    });
    await text('prune', '--env', 'staging');
    expect(await opened.store.list('slices/market')).not.toContain('00000000000000c1');
    expect(await opened.store.list('slices/market')).toHaveLength(2);
    expect(await json('prune', '--env', 'staging')).toMatchObject({ releases: [], revisions: [] });
  });

  it('rules out the release before, and says so', async () => {
    const fallback = async () => {
      const [staging] = await json<{ parts: { part: string; fallback: string | null }[] }[]>(
        ...['status', '--env', 'staging'],
      );
      return staging?.parts.find(({ part }) => part === 'market')?.fallback;
    };
    expect(await fallback()).toBe(sliceRelease().version);
    const deploy = [
      'deploy',
      `market@${NEWER}`,
      '--env',
      'staging',
      '--without-fallback',
      '--reason',
      'a leak',
    ];
    expect(await text(...deploy)).toMatch(/staging runs revision \d+\n {2}no earlier release in its place$/);
    expect(await fallback()).toBeNull();
    expect(await text(...deploy)).toMatch(/runs this already/);
  });

  it('says what is wrong with an environment', async () => {
    const { code, error } = await place.slipway('doctor', '--env', 'staging');
    expect(code).toBe(7);
    expect(error).toMatch(/ok {2}store: .* compare-and-swap/);
    expect(error).toMatch(/ok {2}composition: revision \d+ is whole: every file of 2 releases has its hash/);
    expect(error).toMatch(/NO {2}address: https:\/\/staging\.example cannot be reached/);
    expect(await opened.store.list('doctor')).toEqual([]);
  });

  it.each(['deploy', 'env create', 'status'])('has help with examples for %s', async (command) => {
    const help = await text(...command.split(' '), '--help');
    expect(help).toContain(`EXAMPLES\n\n  slipway ${command}`);
    expect(help).not.toContain('\u001B');
  });
});

it('the examples of environments are good', () => {
  const place = testWorkspace('unused');
  for (const name of ['local', 'preview', 'examples/preview', 'examples/staging', 'examples/production']) {
    const path = join(import.meta.dirname, '../../../environments', `${name}.json`);
    const file = JSON.parse(readFileSync(path, 'utf8')) as { name: string };
    writeFileSync(join(place.root, 'environments', `${file.name}.json`), JSON.stringify(file));
  }
  expect(place.workspace.names()).toEqual(['local', 'staging', 'production']);
  expect(place.workspace.environment('preview/pr-1').address).toBe('https://pr-1.preview.slipway.example');
  place.remove();
});
