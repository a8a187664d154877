/** Which files a public area copies, and what it rejects, without a deploy. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { publicBase, releaseBase } from '../store/keys';
import { sliceToCompose, testComposition, testContent } from '../testing/compositions';
import { memoryStore } from '../testing/memoryStore';
import { shellFiles, shellRelease, sliceFiles, sliceRelease } from '../testing/releases';
import { publicArea } from './publicArea';

const shell = shellRelease();
const market = sliceRelease();
const newer = sliceRelease({ owner: 'newer' });
const canary = { percent: 10, release: newer };
const served = ({ id, version }: Pick<SliceRelease, 'id' | 'version'>, file: string) =>
  publicBase('staging', id, version) + file;

let store: ReturnType<typeof memoryStore>;
const description = (release: SliceRelease) => Buffer.from(JSON.stringify(release));
const put = async (
  { id, version }: Pick<SliceRelease, 'id' | 'version'>,
  files: Readonly<Record<string, string | Buffer>>,
) => {
  for (const [path, text] of Object.entries(files))
    await store.create(releaseBase(id, version) + path, Buffer.from(text));
};

beforeEach(async () => {
  store = memoryStore();
  await put(shell, shellFiles);
  for (const release of [market, newer])
    await put(release, { ...sliceFiles, 'release.json': description(release) });
});

const withCanary = () => testContent([sliceToCompose({}, { canary })]);
const fallbackTo = (release: SliceRelease, integrity = integrityOf(description(release))) => ({
  ...{ version: release.version, base: `/slices/market/${release.version}/`, release: integrity },
});
/** The keys that `work` copies to. */
async function copied(work: () => Promise<unknown>): Promise<string[]> {
  const copy = vi.spyOn(store, 'copy').mockClear();
  await work();
  return copy.mock.calls.map(([, to]) => to).filter((to) => !/\.(?:br|gz)$/.test(to));
}

describe('a public area', () => {
  it('gets the files of a canary too, and of a fallback with its description', async () => {
    const area = publicArea(store, 'staging');
    await area.fill(withCanary(), [shell, undefined], undefined);
    expect(store.keys.has(served(shell, 'main.js'))).toBe(true);
    expect(store.keys.has(served(newer, 'page.js'))).toBe(true);
    expect(store.keys.has(served(newer, 'release.json'))).toBe(false);

    const other = publicArea(store, 'production');
    await other.fill(testContent([sliceToCompose({}, { fallback: fallbackTo(newer) })]), [shell], undefined);
    const base = publicBase('production', 'market', newer.version);
    expect(store.keys.get(`${base}release.json`)).toEqual(description(newer));
    expect(store.keys.has(`${base}page.js`)).toBe(true);
  });

  it('gets each file once: none of a release that runs, and none again in another attempt', async () => {
    const area = publicArea(store, 'staging');
    const running = testComposition();
    await area.fill(running, [shell], undefined);
    const files = Object.keys(sliceFiles).map((file) => served(newer, file));
    expect((await copied(() => area.fill(withCanary(), [shell], running))).sort()).toEqual(files.sort());
    expect(await copied(() => area.fill(withCanary(), [shell], running))).toEqual([]);
    expect(await copied(() => area.fill(withCanary(), [shell], undefined))).toEqual([]);
  });

  it('gets deltas to the releases that run, once in all attempts', async () => {
    const name = (hash: string) => `page.00000000000000${hash}.js`;
    const text = 'a text that both releases have in common. '.repeat(40);
    const withFile = (release: SliceRelease, hash: string) => {
      const bytes = Buffer.from(text + hash);
      return {
        ...release,
        files: { ...release.files, [name(hash)]: { size: bytes.length, integrity: integrityOf(bytes) } },
      };
    };
    await put(market, { [name('aa')]: `${text}aa` });
    await put(newer, { [name('bb')]: `${text}bb` });
    const running = testComposition([{ ...sliceToCompose({}), release: withFile(market, 'aa') }]);
    const next = testContent([{ ...sliceToCompose({}), release: withFile(newer, 'bb') }]);
    const area = publicArea(store, 'staging');
    await area.fill(running, [shell], undefined);
    await area.fill(next, [shell], running);
    const deltas = [...store.keys.keys()].filter((key) => key.includes('.dcz/'));
    expect(deltas).toEqual([expect.stringContaining(`${served(newer, name('bb'))}.dcz/`)]);
    for (const key of deltas) store.keys.delete(key);
    await area.fill(next, [shell], running);
    expect([...store.keys.keys()].filter((key) => key.includes('.dcz/'))).toEqual([]);
  });

  it('gets the description of a release that ran, when it becomes a fallback, and then no more', async () => {
    const running = testComposition();
    await publicArea(store, 'staging').fill(running, [shell], undefined);
    const next = testComposition([sliceToCompose({ owner: 'newer' }, { fallback: fallbackTo(market) })]);
    const added = await copied(() => publicArea(store, 'staging').fill(next, [shell], running));
    expect(added.filter((key) => key.startsWith(served(market, '')))).toEqual([
      served(market, 'release.json'),
    ]);
    store.keys.delete(releaseBase('market', market.version) + 'release.json');
    expect(await copied(() => publicArea(store, 'staging').fill(next, [shell], next))).toEqual([]);
  });

  it('gets back only what is missing', async () => {
    const area = publicArea(store, 'staging');
    await area.fill(withCanary(), [shell], undefined);
    expect(await copied(() => area.restore())).toEqual([]);
    for (const missing of [served(newer, 'slot.js'), served(market, 'page.js')]) {
      store.keys.delete(missing);
      expect(await copied(() => area.restore())).toEqual([missing]);
      store.keys.delete(missing);
      expect(await copied(() => area.repair(withCanary(), [shell], []))).toEqual([missing]);
    }
  });
});

describe('a release', () => {
  const rejected = { code: 'invalid_input' };
  const running = testComposition([sliceToCompose({}, { canary })]);
  const altered = (release: SliceRelease) => ({
    ...release,
    files: { ...release.files, 'page.js': { size: 4, integrity: integrityOf(Buffer.from('evil')) } },
  });

  it.each([
    ['stable', market],
    ['canary', newer],
  ])('that runs as %s keeps its files under its version', async (_kind, release) => {
    const content = testContent([sliceToCompose(altered(release))]);
    await expect(publicArea(store, 'staging').fill(content, [shell], running)).rejects.toMatchObject({
      ...rejected,
      message: `market ${release.version} in the store is not the release that runs under this version: roll back market, and find out who changed it`,
    });
  });

  it('may have other files than another version', async () => {
    const next = sliceRelease({ ...altered(market), version: 'next' });
    await put(next, { ...sliceFiles, 'page.js': 'evil' });
    const content = testContent([sliceToCompose(next)]);
    await publicArea(store, 'staging').fill(content, [shell], running);
    expect(store.keys.has(served(next, 'page.js'))).toBe(true);
  });

  it('with a file of another type stays private', async () => {
    const page = Buffer.from('<script>');
    const files = {
      ...market.files,
      'static/page.html': { size: page.length, integrity: integrityOf(page) },
    };
    const release = sliceRelease({ files });
    await put(release, { ...sliceFiles, 'static/page.html': page });
    await expect(
      publicArea(store, 'staging').fill(testContent([sliceToCompose(release)]), [shell], undefined),
    ).rejects.toMatchObject({
      ...rejected,
      message: expect.stringMatching(/static\/page\.html: page\.html may not/) as string,
    });
    expect(store.keys.has(served(release, 'static/page.html'))).toBe(false);
  });

  it.each([
    ['is missing', () => undefined],
    ['was changed', () => put(newer, { 'release.json': description(newer) })],
  ])('whose description %s is no fallback and no override', async (_how, write) => {
    store.keys.delete(releaseBase('market', newer.version) + 'release.json');
    await write();
    const other = fallbackTo(newer, integrityOf(Buffer.from('other')));
    const failure = async (content: ReturnType<typeof testContent>) =>
      publicArea(store, 'staging')
        .fill(content, [shell], undefined)
        .catch((error: unknown) => error);
    expect(await failure(testContent([sliceToCompose({}, { fallback: other })]))).toMatchObject({
      ...rejected,
      message: expect.stringMatching(/and market falls back to it: .* --without-fallback$/) as string,
    });
    expect(await failure({ ...testContent(), overrides: { market: [other] } } as never)).toMatchObject({
      ...rejected,
      message: expect.stringMatching(/and the settings list it in overrides: .* from the list$/) as string,
    });
  });
});

it('starts no more copies after one that failed', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`${String(index)}.js`, { size: 4, integrity: 'sha384-x' }]),
  );
  const content = testContent([sliceToCompose({ files })]);
  const copy = vi.spyOn(store, 'copy').mockRejectedValue(new Error('killed'));
  await expect(publicArea(store, 'staging').fill(content, [shell], undefined)).rejects.toThrow('killed');
  const started = new Set(copy.mock.calls.map(([from]) => from.replace(/\.(?:br|gz)$/, '')));
  expect(started.size).toBeLessThan(50);
});
