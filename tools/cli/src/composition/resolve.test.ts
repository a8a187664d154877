/** Finding the releases and the backend of a selection. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Backend, ShellRelease, SliceRelease } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { type Candidate, findRelease } from '../release/candidate';
import { releaseBase } from '../store/keys';
import { testComposition, testContent, testEnvironment } from '../testing/compositions';
import { memoryStore } from '../testing/memoryStore';
import { shellRelease, sliceRelease } from '../testing/releases';
import { composeRelease } from './compose';
import { resolve, type ResolveRequest } from './resolve';
import type { Selection } from './selection';

const newer = sliceRelease({ owner: 'newer-team' });
const NEWER = newer.version;
const backendAt = (url: string): Backend => ({ url, key: 'x' });
let store: ReturnType<typeof memoryStore>;

const put = (release: ShellRelease | SliceRelease) =>
  store.create(
    `${releaseBase(release.id, release.version)}release.json`,
    Buffer.from(JSON.stringify(release)),
  );
beforeEach(async () => {
  store = memoryStore();
  for (const release of [shellRelease(), sliceRelease(), newer]) await put(release);
});

const request = (overrides: Partial<ResolveRequest> = {}): ResolveRequest => ({
  workspace: { backend: () => undefined } as unknown as Workspace,
  environment: testEnvironment(),
  store,
  candidates: [],
  backend: backendAt('https://b.example'),
  ...overrides,
});
const both: Selection = {
  stable: new Map([
    ['shell', shellRelease().version],
    ['market', sliceRelease().version],
  ]),
  canaries: new Map(),
};

describe('the releases', () => {
  it('come from the store, with their canaries', async () => {
    const canaries = new Map([['market', { version: NEWER, percent: 10 }]]);
    const { shell, slices } = await resolve({ ...both, canaries }, undefined, request());
    expect(shell.release).toEqual(shellRelease());
    expect(slices).toHaveLength(1);
    expect(slices[0]?.stable.release).toEqual(sliceRelease());
    expect(slices[0]?.canary).toMatchObject({ percent: 10, candidate: { release: { version: NEWER } } });
  });

  it('have no canary unless the selection has one', async () => {
    const { slices } = await resolve(both, undefined, request());
    expect(slices[0]?.canary).toBeUndefined();
  });

  it('come from the candidates first, by id and version', async () => {
    const found = await findRelease(store, 'market', NEWER);
    const candidate = { ...found, place: 'a build' } as Candidate;
    const stable = new Map([...both.stable, ['market', NEWER]]);
    const newer = await resolve({ ...both, stable }, undefined, request({ candidates: [candidate] }));
    expect(newer.slices[0]?.stable.place).toBe('a build');
    const older = await resolve(both, undefined, request({ candidates: [candidate] }));
    expect(older.slices[0]?.stable.place).not.toBe('a build');
  });

  it('must exist', async () => {
    const stable = new Map([...both.stable, ['market', '0000000000000000']]);
    await expect(resolve({ ...both, stable }, undefined, request())).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('has no release 0000000000000000 of market') as string,
    });
  });

  it('must include a shell', async () => {
    const stable = new Map([['market', sliceRelease().version]]);
    await expect(resolve({ ...both, stable }, undefined, request())).rejects.toThrow(
      /^staging has no shell yet: .* --base$/,
    );
  });
});

describe('the backend', () => {
  const before = testComposition([], { backend: backendAt('https://before.example') });
  const workspace = { backend: () => backendAt('https://file.example') } as unknown as Workspace;
  const embedded = { backend: backendAt('https://base.example'), address: 'https://base.example' };
  const urlOf = async (composition: typeof before | undefined, overrides: Partial<ResolveRequest>) => {
    const known = { workspace: request().workspace, environment: testEnvironment(), store, candidates: [] };
    return (await resolve(both, composition, { ...known, ...overrides })).backend.url;
  };

  it('is that of the server, then of the file, then the current one, then that of the base', async () => {
    const server = backendAt('https://server.example');
    expect(await urlOf(before, { backend: server, workspace, embedded })).toBe('https://server.example');
    expect(await urlOf(before, { workspace, embedded })).toBe('https://file.example');
    expect(await urlOf(before, { embedded })).toBe('https://before.example');
    expect(await urlOf(undefined, { embedded })).toBe('https://base.example');
  });

  it('must be known', async () => {
    await expect(urlOf(undefined, {})).rejects.toThrow(
      'staging uses the embedded backend, which has not started yet: run npm start first',
    );
  });
});

describe('a composition', () => {
  it('has its slices sorted by id', () => {
    const slice = (id: string) => ({
      release: sliceRelease({ id }),
      canary: undefined,
      fallback: undefined,
    });
    expect(Object.keys(testContent([slice('b'), slice('c'), slice('a')]).slices)).toEqual(['a', 'b', 'c']);
  });

  it('has neither canary nor fallback unless a slice has them', () => {
    const { market } = testContent().slices;
    expect(market).not.toHaveProperty('canary');
    expect(market).not.toHaveProperty('fallback');
  });

  it('keeps what the shell reads of a release: nav entries, routes, slots, and the hash of every file', () => {
    const nav = [{ path: '/market' as const, label: 'Market' }];
    const release = sliceRelease({ nav });
    const { files, routes, slots, preload } = release;
    expect(composeRelease(release)).toEqual({
      ...{ nav, routes, slots, preload },
      version: release.version,
      owner: 'market-team',
      base: `/slices/market/${release.version}/`,
      entry: 'mf-manifest.json',
      files: Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity])),
    });
  });
});
