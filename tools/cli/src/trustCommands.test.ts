/**
 * Making, adding, rotating and revoking keys by the commands, on a store that several teams share.
 * One file: its commands run one after another on one store.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openFolderStore } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';
import { keysFolder } from './trust/signer';

interface Made {
  keyId: string;
  publicKey: string;
  file: string;
}

describe('a shared store', () => {
  let place: WorkspaceWithStore;
  let keys: string;
  const made: Record<string, Made> = {};
  const deploy = (...more: string[]) => [
    'deploy',
    'market',
    '--env',
    'staging',
    '--reason',
    'a test',
    ...more,
  ];
  const build = (owner: string) => place.build(sliceRelease({ owner }));
  /** Which keys this machine has from now on: those of the roles in files, and of owners. */
  const useKeys = (...names: string[]) => {
    rmSync(keys, { recursive: true, force: true });
    mkdirSync(keys);
    for (const name of names) copyFileSync(join(`${keys}-all`, `${name}.pem`), join(keys, `${name}.pem`));
  };
  const keep = (file: string, name: string) => {
    copyFileSync(file, join(`${keys}-all`, `${name}.pem`));
  };

  beforeAll(async () => {
    place = await openWorkspace(openFolderStore, {});
    keys = keysFolder(place.workspace.home);
    mkdirSync(`${keys}-all`, { recursive: true });
    await place.build(shellRelease());
    await place.build(sliceRelease());
  });
  afterAll(() => place.close());

  it('names the command to run before the first deploy, and writes nothing', async () => {
    expect(await place.failure(...deploy())).toMatch(
      /has no trust metadata, so no deploy to staging can be signed: run slipway trust init --env staging once, and commit .*environments\/trust\/root\.json/,
    );
    expect(await place.store.list('environments')).toEqual([]);
  });

  it('makes none when the pinned root cannot be written', async () => {
    const folder = join(place.root, 'environments/trust');
    writeFileSync(folder, '');
    expect(await place.failure('trust', 'init', '--env', 'staging', '--name', 'platform')).toMatch(
      /environments\/trust\/root\.json cannot be written, because a part of its path is a file/,
    );
    expect(await place.store.list('trust')).toEqual([]);
    rmSync(folder);
  });

  it.each([
    ['--threshold=abc', '--threshold abc must be a whole number from 1 to the number of root keys, 1'],
    ['--threshold=2', '--threshold 2 must be a whole number from 1 to the number of root keys, 1'],
    ['--draft=/not-there/root.json', '/not-there/root.json cannot be written: its folder does not exist'],
  ])('makes none with %s', async (option, message) => {
    expect(await place.failure('trust', 'init', '--env', 'staging', '--name', 'platform', option)).toBe(
      `slipway: ${message}`,
    );
    expect(await place.store.get('trust/root/1.json')).toBeUndefined();
  });

  it('makes none without the private keys of the root, and keeps nothing of the attempt', async () => {
    const key = await place.json<Made>('trust', 'key', '--out', join(`${keys}-all`, 'elsewhere.pem'));
    const init = ['trust', 'init', '--env', 'staging', '--name', 'earlier-owner', '--roots', key.publicKey];
    expect(await place.slipway(...init)).toMatchObject({
      code: 6,
      error: expect.stringContaining('Role root needs 1 of the keys') as string,
    });
    // The next test names another owner.
  });

  it('makes the metadata once', async () => {
    expect(await place.text('trust', 'init', '--env', 'staging', '--name', 'platform')).toMatch(
      /Its root is in environments\/trust\/root\.json: commit that file\nMove .*root\.pem to a place that is offline/,
    );
    expect(existsSync(join(place.root, 'environments/trust/root.json'))).toBe(true);
    expect(statSync(join(keys, 'root.pem')).mode & 0o777).toBe(0o600);
    expect(await place.failure('trust', 'init', '--env', 'staging')).toMatch(
      /has trust metadata: slipway trust show/,
    );
    for (const name of ['root', 'targets', 'timestamp', 'deploy']) keep(join(keys, `${name}.pem`), name);
    expect(await place.text('trust', 'show', '--env', 'staging')).not.toContain('earlier-owner');
    await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
    expect(await place.text('history', '--env', 'staging')).toMatch(/^1 {2}\S+ {2}platform {2}first/);
  });

  it('needs a pinned root on every other machine', async () => {
    const pinned = join(place.root, 'environments/trust/root.json');
    copyFileSync(pinned, join(place.root, 'saved.json'));
    rmSync(pinned);
    rmSync(join(place.workspace.home, 'trust/stores'), { recursive: true });
    expect(await place.failure(...deploy('--dry-run'))).toMatch(
      /No root is pinned for .*: get root 1 \(SHA-256 [0-9a-f]{64}\) from its owners over another way, and save it as/,
    );
    expect(await place.text('status')).toContain('unsigned');
    copyFileSync(join(place.root, 'saved.json'), pinned);
    expect(await place.text('status')).toContain('platform');
  });

  it('gives a team its slice, and nothing else', async () => {
    for (const name of ['market', 'ada', 'bea']) {
      made[name] = await place.json<Made>('trust', 'key', '--out', join(`${keys}-all`, `${name}.pem`));
    }
    await place.text(
      'trust',
      'add',
      made['market']?.publicKey ?? '',
      '--name',
      'market team',
      '--slice',
      'market',
      '--env',
      'staging',
    );
    await place.text('trust', 'add', made['ada']?.publicKey ?? '', '--name', 'Ada', '--env', 'staging');
    useKeys('market');
    await build('team-c1');
    expect(await place.text('publish', 'market', '--env', 'staging')).toMatch(/published to/);
    await place.build(shellRelease({ contracts: [1, 2] }));
    expect(await place.failure('publish', 'shell', '--env', 'staging')).toMatch(
      /No key here may sign a release of shell: role slices has/,
    );
    expect(await place.failure(...deploy())).toMatch(
      /No key here may sign a revision of staging: role environment-staging has/,
    );
    useKeys('ada');
    await place.text(...deploy());
    expect(await place.text('history', '--env', 'staging', '--limit', '1')).toMatch(
      /^2 {2}\S+ {2}Ada {2}a test/,
    );
    const shown = await place.text('trust', 'show', '--env', 'staging');
    expect(shown).toMatch(/slice-market +1 of 2 +[0-9a-f]{8} platform, [0-9a-f]{8} market team/);
    expect(shown).toContain('staging: revision 2, no timestamp: slipway trust renew --env staging');
  });

  it('waits for the second signature that a threshold needs', async () => {
    const bea = ['trust', 'add', made['bea']?.publicKey ?? '', '--name', 'Bea', '--env', 'staging'];
    useKeys('targets');
    expect(await place.failure(...bea, '--threshold', '2')).toMatch(
      /Revision 2 of staging has 1 of 2 valid signatures.*\nAdd the key without --threshold and --only, sign them with it/,
    );
    await place.text(...bea);
    useKeys('bea');
    await place.text('trust', 'sign', '--env', 'staging');
    useKeys('targets');
    await place.text(...bea, '--threshold', '2');
    useKeys('ada', 'market');
    await build('team-c2');
    const waiting = await place.text(...deploy());
    expect(waiting).toMatch(
      /^Revision 3 of staging waits for 1 signature: another key holder runs slipway trust sign --env staging --revision 3/,
    );
    useKeys('bea');
    expect(await place.text('trust', 'sign', '--env', 'staging', '--revision', '3')).toMatch(
      /Signed revision 3 of staging with [0-9a-f]{8}: staging runs it now\n {2}market [0-9a-f]{8} → [0-9a-f]{8}/,
    );
    expect(await place.text('history', '--env', 'staging', '--limit', '1')).toMatch(
      /^3 {2}\S+ {2}(?:Ada and Bea|Bea and Ada) /,
    );
  });

  it('renews timestamps with the online key only', async () => {
    expect(await place.failure('trust', 'renew', '--env', 'staging')).toMatch(
      /No key here may sign timestamps: role timestamp has/,
    );
    useKeys('timestamp');
    expect(await place.text('trust', 'renew', '--env', 'staging')).toBe('staging: revision 3 is current');
  });

  it('says of a store in which nothing runs that there is no timestamp to renew', async () => {
    const empty = await openWorkspace();
    await empty.text('trust', 'show', '--env', 'staging');
    expect(await empty.text('trust', 'renew', '--env', 'staging')).toBe(
      `No environment of ${empty.store.address} runs anything yet`,
    );
    await empty.close();
  });

  it('rotates a key, and revokes one only when nothing that runs depends on it', async () => {
    useKeys('targets');
    expect(
      // Its public key names it, too: trust key prints both.
      await place.failure('trust', 'revoke', made['market']?.publicKey ?? '', '--env', 'staging'),
    ).toMatch(
      /would no longer be trusted:\n {2}The release market [0-9a-f]{8} has 0 of 1 valid signatures of role slice-market.*\nSign them with another key first \(slipway trust sign\), or add --force/,
    );
    const next = await place.json<Made>('trust', 'key', '--out', join(`${keys}-all`, 'next.pem'));
    useKeys('targets', 'next');
    const rotated = await place.text(
      'trust',
      'rotate',
      made['market']?.keyId.slice(0, 8) ?? '',
      next.publicKey,
      '--env',
      'staging',
    );
    expect(rotated).toMatch(/replaces [0-9a-f]{8} in slice-market/);
    useKeys('ada', 'market');
    await build('team-c3');
    expect(await place.failure('publish', 'market', '--env', 'staging')).toMatch(
      /No key here may sign a release of market/,
    );
    useKeys('timestamp');
    await place.text('trust', 'renew', '--env', 'staging');
  });

  it('replaces the root key with the signatures of both', async () => {
    const next = await place.json<Made>('trust', 'key', '--out', join(`${keys}-all`, 'root2.pem'));
    const { roles } = await place.json<{ roles: { role: string; keys: { keyId: string }[] }[] }>(
      'trust',
      'show',
      '--env',
      'staging',
    );
    const old = roles.find(({ role }) => role === 'root')?.keys[0]?.keyId ?? '';
    useKeys('root', 'targets', 'root2');
    await place.text('trust', 'rotate', old.slice(0, 8), next.publicKey, '--env', 'staging');
    useKeys('timestamp');
    await place.text('trust', 'renew', '--env', 'staging');
    expect((await place.json<{ root: number }>('trust', 'show', '--env', 'staging')).root).toBe(2);
  });
});

it('an own store makes its keys itself: outside the store, and readable by its user only', async () => {
  const place = await openWorkspace();
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
  expect(statSync(join(keysFolder(place.workspace.home), 'own.pem')).mode & 0o777).toBe(0o600);
  expect(await place.text('status')).toContain('Ada');
  await place.close();
});
