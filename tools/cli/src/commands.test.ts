/**
 * The commands over two environments, on a folder and on a bucket.
 * One file, because each test continues with the environments as the previous one left them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionRecord } from './composition/record';
import { commands } from './command-line/commands';
import { shortVersion } from './command-line/text';
import { integrityOf } from './release/integrity';
import { revisionBase } from './store/keys';
import { shellRelease, sliceRelease } from './testing/releases';
import { stores } from './testing/stores';
import { openWorkspace, testWorkspace, type WorkspaceWithStore } from './testing/workspace';

const NEWER_PAGE = 'a newer page';
const newer = sliceRelease({
  files: {
    ...sliceRelease().files,
    'page.js': { size: 12, integrity: integrityOf(Buffer.from(NEWER_PAGE)) },
  },
});
const NEWER = newer.version;
const MARKET = shortVersion(sliceRelease().version);
const SHELL = shortVersion(shellRelease().version);

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeAll(async () => {
    place = await openWorkspace(open);
    place.writeEnvironment('production', {
      policy: { minimumTime: [{ environment: 'staging', minutes: 0 }] },
    });
    await place.build(shellRelease());
    await place.build(sliceRelease());
  });
  afterAll(() => place.close());

  const buildNewer = async () => {
    const dist = await place.build(sliceRelease());
    writeFileSync(join(dist, 'page.js'), NEWER_PAGE);
    writeFileSync(join(dist, 'release.json'), JSON.stringify(newer));
  };

  it('publishes a build once, and says when it is already there', async () => {
    expect(await place.text('publish', 'shell', '--env', 'staging', '--dry-run')).toContain(
      `shell ${SHELL} would go to`,
    );
    expect(await place.text('publish', 'shell', '--env', 'staging')).toContain(`shell ${SHELL} published to`);
    expect(await place.text('publish', 'shell', '--env', 'staging')).toMatch(/is already in/);
  });

  it('checks, deploys, and writes nothing the second time', async () => {
    expect(await place.text('check', 'shell', 'market', '--env', 'staging')).toMatch(
      /^All checks passed\. staging would run revision 1/,
    );
    const deploy = ['deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first'];
    expect(await place.text(...deploy, '--dry-run')).toMatch(
      /would run revision 1 \(dry run, nothing was written\)/,
    );
    expect(await place.text(...deploy)).toBe(
      [
        'staging now runs revision 1',
        `  market none → ${MARKET}`,
        `  shell none → ${SHELL}`,
        '  settings applied from environments/staging.json: staging had none',
      ].join('\n'),
    );
    expect(await place.text(...deploy)).toMatch(/^Nothing to do: staging already runs this, as revision 1$/);
    expect(await place.text('check', 'market', '--env', 'staging')).toBe(
      'All checks passed. Nothing to do: staging already runs this, as revision 1',
    );
    expect(await place.json(...deploy)).toMatchObject({ isWritten: false, revision: 1, changes: [] });
  });

  it('promotes releases that have run where the policy requires it', async () => {
    const promoted = await place.json<{ revision: number }>(
      ...['promote', '--all', '--from', 'staging', '--to', 'production', '--reason', 'approved'],
    );
    expect(promoted.revision).toBe(1);
    expect(await place.text('diff', 'staging', 'production')).toBe('staging and production are the same');
  });

  it('shows the differences between environments, with age and author', async () => {
    await buildNewer();
    await place.text('deploy', 'market', '--env', 'staging', '--reason', 'a newer page');
    const status = await place.text('status');
    expect(status).toMatch(/^ +staging +production$/m);
    expect(status).toMatch(
      new RegExp(`^market +${shortVersion(NEWER)} \\d+[sm] Ada +${MARKET} \\d+[sm] Ada ≠$`, 'm'),
    );
    expect(status).toMatch(new RegExp(`^shell +${SHELL} \\d+[sm] Ada +${SHELL} \\d+[sm] Ada$`, 'm'));
    const [staging, production] =
      await place.json<{ parts: { app: string; version: string; revision: number; isDrift: boolean }[] }[]>(
        'status',
      );
    const market = { kind: 'stable', app: 'market' };
    expect(staging?.parts).toContainEqual(
      expect.objectContaining({ ...market, version: NEWER, revision: 2, author: 'Ada', isDrift: false }),
    );
    expect(production?.parts).toContainEqual(expect.objectContaining({ ...market, isDrift: true }));
    expect(await place.text('diff', 'production', 'staging')).toMatch(
      new RegExp(`^market +${MARKET} +${shortVersion(NEWER)}$`, 'm'),
    );
  });

  it('rolls back one slice or all of them to any revision, as a new one', async () => {
    expect(await place.text('rollback', '--env', 'staging', '--reason', 'wrong texts', '--dry-run')).toMatch(
      /would run revision 3/,
    );
    expect(await place.text('rollback', '--env', 'staging', '--reason', 'wrong texts')).toMatch(
      /staging now runs revision 3/,
    );
    expect(await place.text('diff', 'staging', 'staging@1')).toMatch(/are the same/);
    await place.text('rollback', 'market', '--env', 'staging', '--to', '2', '--reason', 'they were right');
    expect(await place.text('diff', 'staging', 'staging@2')).toMatch(/are the same/);
  });

  it('lists the history: who changed what, and why', async () => {
    const lines = await place.json<({ revision: number } & RevisionRecord)[]>('history', '--env', 'staging');
    expect(lines.map(({ revision, reason, author }) => [revision, reason, author])).toEqual([
      [4, 'they were right', 'Ada'],
      [3, 'wrong texts', 'Ada'],
      [2, 'a newer page', 'Ada'],
      [1, 'first', 'Ada'],
    ]);
    expect(lines[1]?.changes).toEqual([
      { kind: 'stable', app: 'market', from: NEWER, to: sliceRelease().version },
    ]);
    expect((await place.text('history', '--env', 'staging', '--limit', '1')).split('\n')).toHaveLength(2);
  });

  it('prints times in whole seconds, with which --at finds the revision, and exact ones as JSON', async () => {
    const [newest] = await place.json<{ at: string }[]>('history', '--env', 'staging', '--limit', '1');
    expect(newest?.at).toMatch(/\.\d{3}Z$/);
    const shown = (newest?.at ?? '').replace(/\.\d+/, '');
    expect(await place.text('history', '--env', 'staging', '--limit', '1')).toContain(`4  ${shown}  Ada`);
    const moment = await place.text('history', '--env', 'staging', '--at', shown);
    expect(moment).toContain(`staging ran revision 4 at ${shown}\n  from ${shown} to now\n`);
    const texts = [
      moment,
      await place.text('history', '--env', 'staging', '--at', '2020-01-01T00:00:00.123Z'),
      await place.text('env', 'show', 'staging'),
      (await place.slipway('doctor', '--env', 'staging')).error, // its address does not respond
    ];
    for (const text of texts) {
      expect(text).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
      expect(text).not.toMatch(/T\d\d:\d\d:\d\d\./);
    }
    expect(await place.json('env', 'show', 'staging')).toMatchObject({
      settings: { createdAt: expect.stringMatching(/\.\d{3}Z$/) as string },
    });
  });

  it.each([
    ['record.json', '{"previous":'],
    ['composition.json', 'not JSON'],
    ['composition.json', undefined],
  ])('lists the history around a revision whose %s is damaged: %s', async (name, text) => {
    const key = `${revisionBase('staging', 2)}${name}`;
    const bytes = (await place.store.get(key)) ?? Buffer.alloc(0);
    await place.store.remove(key);
    if (text !== undefined) await place.store.create(key, Buffer.from(text));
    const lines = (await place.text('history', '--env', 'staging'))
      .split('\n')
      .filter((line) => /^\d/.test(line));
    expect(lines.map((line) => line.replace(/^(\d+) {2}.* {2}Ada {2}/, '$1 '))).toEqual([
      '4 they were right',
      '3 wrong texts',
      expect.stringMatching(/^2 {2}damaged: .*(?:restore|Restore|slipway history)/),
      '1 first',
    ]);
    expect(await place.json('history', '--env', 'staging', '--limit', '3')).toHaveLength(3);
    await place.store.remove(key);
    await place.store.create(key, bytes);
  });

  it('shows what ran at a time: for whom, with which settings, and who deployed it', async () => {
    const [, second] = (await place.json<{ revision: number; at: string }[]>('history', '--env', 'staging'))
      .filter(({ revision }) => revision <= 2)
      .reverse();
    const at = second?.at ?? '';
    expect(await place.json('history', '--env', 'staging', '--at', '2020-01-01T00:00Z')).toBeNull();
    const moment = await place.json<{ revision: number }>('history', '--env', 'staging', '--at', at);
    // A bucket's time has a resolution of one second, so a later revision may have the same.
    expect(moment.revision).toBeGreaterThanOrEqual(2);
    expect(moment).toMatchObject({
      author: 'Ada',
      settings: { revision: 1, settings: { allowOverrides: false } },
      parts: [
        { app: 'shell', percent: 100 },
        { app: 'market', percent: 100 },
      ],
    });
    expect(await place.text('history', '--env', 'staging', '--at', at)).toMatch(
      /^staging ran revision \d at .*Z\n {2}from .* to .*\n {2}deployed by Ada: .*\n {2}settings of revision 1, Ada: first\n/,
    );
    expect((await place.slipway('history', '--env', 'staging', '--at', '2026-11-21 10:00')).code).toBe(2);
    expect(await place.failure('history', '--env', 'staging', '--at', '2100-01-01T00:00Z')).toBe(
      'slipway: --at 2100-01-01T00:00Z is in the future, by the clock of the store',
    );
  });

  it('removes a slice', async () => {
    await place.text('deploy', 'market', '--remove', '--env', 'staging', '--reason', 'not used');
    expect(await place.text('status', '--env', 'staging')).not.toMatch(/^market/m);
    await place.text('rollback', '--env', 'staging', '--reason', 'it was');
  });

  it('creates an environment once', async () => {
    const create = [
      ...['env', 'create', 'preview', '--store', place.address, '--address', 'https://preview.example'],
      ...['--backend', 'https://backend.example', '--key', 'sb_publishable_test'],
    ];
    await place.text(...create, '--dry-run');
    expect(place.workspace.names()).toEqual(['staging', 'production']);
    await place.text(...create);
    expect(place.workspace.names()).toContain('preview');
    expect((await place.slipway(...create)).code).toBe(4);
  });

  it('prunes unused releases after 30 days', async () => {
    const old = { builtAt: '2020-01-01T00:00:00.000Z' };
    const unused = sliceRelease({ ...old, owner: 'another-team' });
    await place.build(unused);
    await place.text('publish', 'market', '--env', 'staging');
    expect(await place.json('prune', '--env', 'staging', '--dry-run')).toMatchObject({
      releases: [{ id: 'market', version: unused.version }],
    });
    await place.text('prune', '--env', 'staging');
    expect(await place.store.list('releases/market')).not.toContain(unused.version);
    expect(await place.store.list('releases/market')).toHaveLength(2);
    expect(await place.json('prune', '--env', 'staging')).toMatchObject({ releases: [], revisions: [] });
  });

  it('excludes the fallback, and reports it', async () => {
    const fallback = async () => {
      const [staging] = await place.json<{ parts: { app: string; fallback: string | null }[] }[]>(
        ...['status', '--env', 'staging'],
      );
      return staging?.parts.find(({ app }) => app === 'market')?.fallback;
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
    expect(await place.text(...deploy)).toMatch(/staging now runs revision \d+\n {2}fallback removed$/);
    expect(await fallback()).toBeNull();
    expect(await place.text(...deploy)).toMatch(/already runs this/);
  });

  it('reports what is wrong with an environment', async () => {
    const { code, error } = await place.slipway('doctor', '--env', 'staging');
    expect(code).toBe(7);
    expect(error).toMatch(/ok {2}store: .* compare-and-swap/);
    expect(error).toMatch(
      /ok {2}composition: revision \d+ is complete: every file of its 2 releases matches its hash/,
    );
    expect(error).toMatch(/FAILED {2}address: https:\/\/staging\.example cannot be reached/);
    const json = await place.slipway('doctor', '--env', 'staging', '--json');
    expect(json).toMatchObject({ code: 7, error: '' });
    const [report] = JSON.parse(json.out) as { findings: unknown[] }[];
    expect(report?.findings).toContainEqual(
      expect.objectContaining({ subject: 'address', isHealthy: false }),
    );
    expect(await place.store.list('doctor')).toEqual([]);
  });

  it.each([['env'], ['env', '--help']])('lists the commands of a group: %s %s', async (...argv) => {
    const commands = await place.text(...argv);
    expect(commands).toMatch(/^ {2}slipway env create {2}.*\n {2}slipway env set {2}/);
    expect(commands).not.toContain('slipway deploy');
  });

  it.each(['deploy', 'env create', 'env'])('help %s shows what --help shows', async (command) => {
    const words = command.split(' ');
    expect(await place.text('help', ...words)).toBe(await place.text(...words, '--help'));
  });

  it.each([
    ['deploy', '[OPTIONS] <SLICE>... --env=<name>'],
    ['upgrade', '[OPTIONS] [SLICE]...'],
    ['explain', '[OPTIONS] <RELEASE> <FRAME>'],
  ])('help of %s says how many arguments it takes', async (command, usage) => {
    const [, line] = (await place.text(command, '--help')).split('\n\n');
    expect(line).toBe(`USAGE slipway ${command} ${usage}`);
  });

  it.each(['deploy', 'env create', 'status'])('shows help with examples for %s', async (command) => {
    const help = await place.text(...command.split(' '), '--help');
    expect(help).not.toMatch(/ $/m);
    expect(help).toContain(`EXAMPLES\n\n  slipway ${command}`);
    expect(help).not.toContain('\u001B');
    expect(help).not.toContain('(Default: false)');
    expect(await place.json(...command.split(' '), '--help')).toMatchObject({
      name: `slipway ${command}`,
      arguments: { json: { type: 'boolean' } },
      examples: expect.arrayContaining([expect.stringContaining(`slipway ${command}`)]) as string[],
    });
  });
});

it('shows help that fits a terminal of 80 columns', async () => {
  const place = testWorkspace('unused');
  for (const command of ['', ...Object.keys(commands)]) {
    const help = await place.text(...command.split(' ').filter(Boolean), '--help');
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
  place.remove();
});

it('says where it looked when a store has no releases, and when only the environment has none', async () => {
  const place = await openWorkspace();
  const empty = `staging runs nothing: ${place.address} has no releases. Deploy to it, or correct SLIPWAY_HOME`;
  expect(await place.text('status')).toContain(empty);
  expect(await place.json('status', '--env', 'staging')).toMatchObject([
    { revision: null, notice: expect.stringContaining(empty) as string },
  ]);
  await place.build(shellRelease());
  await place.text('publish', 'shell', '--env', 'staging');
  expect(await place.text('status')).toContain(
    `staging runs nothing yet: ${place.address} has releases, but none was deployed to it`,
  );
  await place.close();
});

it('env hosting says that a setting it needs is in the file, and not applied yet', async () => {
  const place = await openWorkspace();
  await place.build(shellRelease());
  place.writeEnvironment('staging', {
    backend: { url: '/', publishableKey: `sb_publishable_${'a'.repeat(22)}` },
  });
  await place.text('deploy', 'shell', '--env', 'staging', '--reason', 'first');
  expect(await place.failure('env', 'hosting', 'staging')).toMatch(
    /^slipway: staging needs hosting\.upstream[^\n]*$/,
  );
  await place.text('env', 'set', 'staging', 'hosting.upstream', 'http://127.0.0.1:4200');
  expect(await place.failure('env', 'hosting', 'staging')).toMatch(
    /^slipway: staging needs hosting\.upstream.*\nenvironments\/staging\.json differs .*run slipway env apply/,
  );
  await place.close();
});

it('prints the versions', async () => {
  const place = testWorkspace('unused');
  const [, slipway, node] =
    /^slipway (\d+\.\d+\.\d+), Node\.js (\d\S+)$/.exec(await place.text('--version')) ?? [];
  expect(node).toBe(process.versions.node);
  expect(await place.json('--version')).toEqual({ slipway, node });
  place.remove();
});

describe('an environment that cannot be read', () => {
  it.each([[[]], [['--package', 'react']]])(
    'is named beside the others, and status fails (%j)',
    async (more) => {
      const place = await openWorkspace();
      await place.build(shellRelease());
      await place.build(sliceRelease());
      await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'a test');
      await place.store.create('environments/other/current.json', Buffer.from('{}'));
      place.writeEnvironment('other');
      const { code, out, error } = await place.slipway('status', ...more);
      expect({ code, error }).toEqual({ code: 7, error: '' });
      expect(out).toMatch(/^other could not be read: .*current\.json is not a pointer/m);
      expect(out).toMatch(more.length > 0 ? /react/ : new RegExp(`^market.* ${MARKET}`, 'm'));
      await place.close();
    },
  );
});

it('a new environment like local has the store of local, which its server uses', async () => {
  const place = testWorkspace('unused');
  const local = { backend: 'embedded', address: 'http://127.0.0.1:6950' };
  place.writeEnvironment('local', local);
  const create = ['env', 'create', 'foo', '--like', 'local', '--dry-run'];
  expect(await place.text(...create)).toContain('Would write');
  expect(await place.failure(...create, '--store', '/x')).toBe(
    'slipway: npm start serves foo from the store of local: leave out --store, or give the --backend and --key of an environment elsewhere',
  );
  place.remove();
});

it('accepts the committed environment files and examples', () => {
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
