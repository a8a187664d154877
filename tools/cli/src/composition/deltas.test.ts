/** The deltas that a deploy writes, and which of them a server sends. On a folder, and at night on a bucket. */
import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtRelease } from '../release/candidate';
import { integrityOf } from '../release/integrity';
import { deltaKey, laterFiles } from '../store/delta';
import { publicBase, publicFolder } from '../store/keys';
import { shellRelease, sliceFiles, sliceRelease } from '../testing/releases';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { verifyingStore } from '../trust/serving';
import { deploy } from './deploy';
import type { SelectionEdits } from './selection';

const [A, B, C] = ['000000000000000a', '000000000000000b', '000000000000000c'];
const page = (word: string) =>
  Array.from({ length: 400 }, (_, row) => `show(${String(Math.sin(row))}, "${word}");`).join('\n');
/** The files of Market: a page that changes, a script that does not, and one that only some have. */
const filesOf = (hash: string, more: Readonly<Record<string, string>> = {}) => ({
  ...sliceFiles,
  [`page.${hash}.js`]: page(hash),
  'same.00000000000000ff.js': page('same'),
  ...more,
});

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
  });
  afterEach(() => place.close());

  const built = async (files: Record<string, string>) => {
    const described = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        { size: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) },
      ]),
    );
    return builtRelease(await place.build(sliceRelease({ files: described }), files));
  };
  const run = async (files: Record<string, string>, edits?: (version: string) => SelectionEdits) => {
    const shell = await builtRelease(await place.build(shellRelease()));
    const market = await built(files);
    const { version } = market.release;
    const stable = new Map([
      ['shell', shell.release.version],
      ['market', version],
    ]);
    await deploy({
      ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
      ...{ store: place.store, candidates: [shell, market], author: 'Ada', reason: 'a test' },
      edits: edits?.(version) ?? { stable },
    });
    return version;
  };
  const deltas = async () =>
    [...(await place.store.sizes(publicFolder('staging'))).keys()]
      .filter((key) => key.includes('.dcz/'))
      .map((key) => key.slice(`${publicFolder('staging')}/slices/`.length))
      .sort();

  const bytesOf = async (key: string) => (await place.store.get(key)) ?? Buffer.alloc(0);
  const keyOf = (version: string, hash: string) =>
    `${publicBase('staging', 'market', version)}page.${hash}.js`;
  /** The key of the delta of a page to that of another version. */
  const keyBetween = async (later: string, earlier: string) => deltaKey(later, await bytesOf(earlier));

  it('the first release has none; the next has one for each file of the same name, which gives the file back', async () => {
    const first = await run(filesOf(A));
    expect(await deltas()).toEqual([]);
    const second = await run(filesOf(B, { 'new.00000000000000dd.js': page('new') }));
    const [rest, ...ofMarket] = await deltas();
    // A folder keeps one of two `/` that follow each other.
    expect(rest).toMatch(/^_rest\/2\/[0-9a-f]{16}\.json\.dcz\/[A-Za-z0-9+/]+=$/);
    expect(ofMarket.map((key) => key.replace(/dcz\/.*/, 'dcz'))).toEqual([
      `market/${second}/page.${B}.js.dcz`,
      `market/${second}/same.00000000000000ff.js.dcz`,
    ]);
    const earlier = await bytesOf(keyOf(first, A));
    const delta = await bytesOf(await keyBetween(keyOf(second, B), keyOf(first, A)));
    const plain = decompressUsingDict(createDCtx(), delta.subarray(40), earlier);
    expect(Buffer.from(plain).equals(await bytesOf(keyOf(second, B)))).toBe(true);
    expect(delta.length).toBeLessThan((await bytesOf(`${keyOf(second, B)}.br`)).length / 4);
  });

  it('a canary has deltas to the stable release, and the next release to both', async () => {
    const first = await run(filesOf(A));
    let second = '';
    await run(filesOf(B), (version) => {
      second = version;
      return {
        stable: new Map([['market', first]]),
        canaries: new Map([['market', { version, percent: 10 }]]),
      };
    });
    expect((await bytesOf(await keyBetween(keyOf(second, B), keyOf(first, A)))).length).toBeGreaterThan(40);
    const third = await run(filesOf(C), (version) => ({
      stable: new Map([['market', version]]),
      canaries: new Map([['market', undefined]]),
    }));
    for (const earlier of [keyOf(first, A), keyOf(second, B)])
      expect((await bytesOf(await keyBetween(keyOf(third, C), earlier))).length).toBeGreaterThan(40);
  });

  it('a file that has little in common with the earlier one has none', async () => {
    await run(filesOf(A));
    const other = Array.from(
      { length: 300 },
      (_, row) => `let x${String(row)} = ${String(Math.cos(row * 7))};`,
    ).join('\n');
    await run({ ...filesOf(B), [`page.${B}.js`]: other });
    expect((await deltas()).filter((key) => key.includes('/page.'))).toEqual([]);
  });

  describe('a server', () => {
    const warnings: string[] = [];
    const serve = () =>
      verifyingStore(place.store, {
        trust: place.workspace.trust,
        environment: (name) => ({ name, root: undefined }),
        warn: (message) => warnings.push(message),
      });
    let key: string;
    let rest: string;
    beforeEach(async () => {
      warnings.length = 0;
      const first = await run(filesOf(A));
      key = await keyBetween(keyOf(await run(filesOf(B)), B), keyOf(first, A));
      // Not from the names of files: a folder keeps one of two `/` of a hash.
      const names = [...(await place.store.sizes(`${publicFolder('staging')}/slices/_rest`)).keys()];
      const [before = '', after = ''] = names.filter((name) => name.endsWith('.json')).sort();
      rest = await keyBetween(after, before);
    });

    it('sends those that the deploy wrote', async () => {
      const store = serve();
      for (const one of [key, rest]) expect(await store.get(one), one).toEqual(await place.store.get(one));
      expect(warnings).toEqual([]);
    });

    it('sends none that was altered, and says which', async () => {
      for (const one of [key, rest]) {
        const honest = await bytesOf(one);
        await place.store.remove(one);
        await place.store.create(one, Buffer.concat([honest.subarray(0, -1), Buffer.from('x')]));
        expect(await serve().get(one), one).toBeUndefined();
      }
      expect(warnings).toEqual(
        [key, rest].map((one) => expect.stringContaining(`${one} is no delta of its file`)),
      );
    });

    it('sends none to a file that was never there, or of a file that no release has', async () => {
      const bytes = await bytesOf(key);
      const planted = [
        deltaKey(key.replace(/\.dcz\/.*/, ''), Buffer.from('never there')),
        deltaKey(`${publicFolder('staging')}/slices/market/x/page.${A}.js`, Buffer.from('never there')),
      ];
      const store = serve();
      for (const one of planted) {
        await place.store.create(one, bytes);
        expect(await store.get(one), one).toBeUndefined();
      }
    });
  });

  it('the files of a release are earlier files of the next ones, by their names', async () => {
    const version = await run(filesOf(A));
    const paths = [
      ...(await place.store.sizes(publicBase('staging', 'market', version).slice(0, -1))).keys(),
    ];
    const named = paths.map((path) => laterFiles(path.slice(publicFolder('staging').length)));
    expect(named.filter(Boolean).sort()).toEqual([
      '/slices/market/*/mf-manifest.json',
      '/slices/market/*/page.*.js',
      '/slices/market/*/same.*.js',
    ]);
  });
});
