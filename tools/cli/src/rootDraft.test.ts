/** Root keys on separate machines: a draft of a root is signed on each, and the command checks the thresholds when it merges. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWorkspace } from './environment/workspace';
import { main } from './main';
import { shellRelease, sliceRelease } from './testing/releases';
import { stores } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const staging = ['--env', 'staging'];
const deploy = ['deploy', 'shell', 'market', ...staging, '--reason', 'a test'];

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  const path = (name: string) => join(place.root, name);

  /** Runs a command with the keys of the platform team, or on the machine of `owner`, which has one root key and no store. */
  const run = async (argv: readonly string[], owner?: string) => {
    const env = owner === undefined ? {} : { SLIPWAY_SIGNING_KEY_FILE: path(`${owner}/root.pem`) };
    const ran = { code: 0, out: '', error: '' };
    ran.code = await main(
      argv,
      { out: (text) => (ran.out += text), error: (text) => (ran.error += text) },
      {
        ...{ env, workspace: () => findWorkspace(place.root, env), isInteractive: false },
        ask: () => Promise.reject(new Error('The terminal is not interactive')),
        ...{ progress: () => undefined, print: () => undefined, interrupted: () => Promise.resolve() },
      },
    );
    return ran;
  };
  const must = async (argv: readonly string[], owner?: string) => {
    const ran = await run(argv, owner);
    expect({ argv, ...ran }).toMatchObject({ argv, code: 0, error: '' });
    return ran.out;
  };
  const keyOf = async (owner: string) => {
    mkdirSync(path(owner));
    const made = await must(['trust', 'key', '--out', path(`${owner}/root.pem`), '--json']);
    return (JSON.parse(made) as { publicKey: string }).publicKey;
  };
  /** A copy of the draft with the signature of one owner. */
  const signedBy = async (owner: string, draft: string) => {
    const copy = path(`${owner}/${draft}`);
    copyFileSync(path(draft), copy);
    await must(['trust', 'cosign', copy, '--yes'], owner);
    return copy;
  };
  const merge = (...files: string[]) => ['trust', 'merge', ...files, ...staging];

  beforeEach(async () => {
    place = await openWorkspace(open, {});
    await place.build(shellRelease());
    await place.build(sliceRelease());
    const roots = `${await keyOf('ada')},${await keyOf('bea')}`;
    const init = ['trust', 'init', ...staging, '--roots', roots, '--threshold', '2'];
    expect(await must([...init, '--draft', path('root-1.json')])).toContain('slipway trust cosign');
  });
  afterEach(() => place.close());

  it('the first root counts when enough of its keys have signed one file (17)', async () => {
    expect((await run(deploy)).code).not.toBe(0);
    const unread = await run(['trust', 'cosign', path('root-1.json')], 'ada');
    expect(unread, 'no user can be asked').toMatchObject({ code: 2, out: '' });
    expect(unread.error).toMatch(/root: 2 of \w{8}, \w{8}\n.*\n.*\n {2}signed by no key yet\nNot signed/);
    const ada = await signedBy('ada', 'root-1.json');
    expect((await run(merge(ada))).error).toMatch(/Role root needs 2 of the keys/);
    expect((await run(merge(ada, ada))).error).toMatch(/Role root needs 2/); // one key counts once
    expect(await place.store.get('trust/root/1.json')).toBeUndefined();

    const bea = await signedBy('bea', 'root-1.json');
    await must(merge(ada, bea));
    await must(deploy);
    expect((await run(merge(ada, bea))).error).toMatch(/has trust metadata/);
  });

  it('a later root needs the threshold of the one before, over the same bytes (17)', async () => {
    await must(merge(await signedBy('ada', 'root-1.json'), await signedBy('bea', 'root-1.json')));
    await must(deploy);
    const cleo = await keyOf('cleo');
    const add = ['trust', 'add', cleo, '--name', 'Cleo', '--role', 'root', ...staging];
    expect((await run(add)).error).toMatch(/Role root needs 2/); // the platform team has no root key
    await must([...add, '--draft', path('root-2.json')]);
    const [ada, own] = [await signedBy('ada', 'root-2.json'), await signedBy('cleo', 'root-2.json')];
    expect((await run(merge(ada, own))).error).toMatch(/Role root needs 2/); // a new key cannot admit itself

    const altered = await signedBy('bea', 'root-2.json');
    const text = readFileSync(altered, 'utf8');
    writeFileSync(altered, text.replace('"threshold":2', '"threshold":1'));
    expect((await run(merge(ada, altered))).error).toMatch(/are different roots/);
    expect((await run(merge(altered))).error).toMatch(/Role root needs 2/); // its signature is of other bytes
    rmSync(altered);

    await must(merge(ada, await signedBy('bea', 'root-2.json')));
    expect(await must(['trust', 'show', ...staging])).toContain('Cleo');
    expect((await run(merge(ada))).error).toMatch(/root 2 is current: make a new draft/);
    await place.build(sliceRelease({ owner: 'next' }));
    await must(deploy);
  });
});
