import { createInstance } from '@module-federation/enhanced/runtime';
import { describe, expect, it, vi } from 'vitest';
import {
  addCopies,
  type BuiltCopy,
  getShared,
  type SharedCopy,
  type SharedRequest,
  type ShareScope,
} from './sharedPackages';

const moduleOf = (text: string) => () => ({ text });
const built = (version: string, get: BuiltCopy['get'] = moduleOfAsync(version)): BuiltCopy => ({
  version,
  get,
  scope: ['default'],
  shareConfig: { requiredVersion: `^${version}` },
});
function moduleOfAsync(text: string) {
  return () => Promise.resolve(moduleOf(text));
}
const request = (more: Partial<SharedRequest> = {}): SharedRequest => ({
  shareKey: 'chart',
  requiredVersion: '^1.2.0',
  singleton: false,
  ...more,
});
function scopeOf(...copies: BuiltCopy[]): ShareScope {
  const scope: ShareScope = {};
  for (const copy of copies) addCopies(scope, 'other', { chart: [copy] });
  return scope;
}
const textOf = async (scope: ShareScope, more: Partial<SharedRequest> = {}) =>
  ((await getShared(scope, request(more)))() as { text: string }).text;
const unreachable = () => Promise.reject<never>(new Error('Loading chunk chart failed'));

describe('the copy of a shared package', () => {
  it.each<[string, string[], string | false, string]>([
    ['the same version', ['1.2.0'], '^1.2.0', '1.2.0'],
    ['the newest in the range', ['1.2.0', '1.10.0', '1.9.3', '2.0.0'], '^1.2.0', '1.10.0'],
    ['another major beside it', ['2.1.0', '1.3.0'], '^2.0.0', '2.1.0'],
    ['an exact version', ['1.3.0', '1.2.0'], '1.2.0', '1.2.0'],
    ['a minor version before 1.0', ['0.3.0', '0.2.9'], '^0.2.1', '0.2.9'],
    ['any version', ['1.0.0', '3.0.0'], false, '3.0.0'],
  ])('is %s', async (_what, versions, requiredVersion, expected) => {
    const scope = scopeOf(...versions.map((version) => built(version)));
    expect(await textOf(scope, { requiredVersion })).toBe(expected);
  });

  it('is one that the page uses, before a newer one', async () => {
    const scope = scopeOf(built('1.2.0'));
    await textOf(scope);
    addCopies(scope, 'late', { chart: [built('1.4.0')] });
    expect(await textOf(scope)).toBe('1.2.0');
    expect(await textOf(scope, { requiredVersion: '^1.3.0' })).toBe('1.4.0');
  });

  it.each<[string, Partial<SharedCopy>]>([
    ['is on its way', { loading: moduleOfAsync('chosen')() }],
    ['has arrived', { lib: moduleOf('chosen') }],
    ['a runtime of webpack has asked for', { loaded: 1 }],
  ])('is one that %s, between others that nothing uses', async (_how, use) => {
    const scope = scopeOf(built('1.2.0'), built('1.3.0', moduleOfAsync('chosen')), built('1.4.0'));
    Object.assign(scope['chart']?.['1.3.0'] ?? {}, use);
    expect(await textOf(scope)).toBe('chosen');
  });

  it('is marked as used, for runtimes of webpack', async () => {
    const scope = scopeOf(built('1.2.0'));
    await textOf(scope);
    expect(scope['chart']?.['1.2.0']).toMatchObject({ loaded: true, useIn: [], deps: [] });
  });

  it('is fetched once, and is there at once afterwards', async () => {
    const get = vi.fn(moduleOfAsync('1.2.0'));
    const scope = scopeOf(built('1.2.0', get));
    await Promise.all([textOf(scope), textOf(scope)]);
    expect(getShared(scope, request())).toBeTypeOf('function');
    expect(get).toHaveBeenCalledOnce();
  });

  it('is there at once when it is in the first script', () => {
    const scope = scopeOf(built('1.2.0', () => moduleOf('1.2.0')));
    expect(getShared(scope, request())).toBeTypeOf('function');
  });

  it('is not one whose version no range can have, which a container of another bundler may bring', async () => {
    const scope = scopeOf(built('workspace:*'), built('1.2.0'));
    expect(await textOf(scope, { requiredVersion: '^1.1.0' })).toBe('1.2.0');
    expect(await textOf(scope, { requiredVersion: false })).toBe('1.2.0');
  });

  it('of the first container that brings a version stays', async () => {
    const scope = scopeOf(built('1.2.0', moduleOfAsync('first')), built('1.2.0', moduleOfAsync('second')));
    expect(await textOf(scope)).toBe('first');
  });

  it('is fetched again after a failure', async () => {
    const get = vi.fn(moduleOfAsync('1.2.0')).mockImplementationOnce(unreachable);
    const scope = scopeOf(built('1.2.0', get));
    await expect(textOf(scope)).rejects.toThrow('Loading chunk chart failed');
    expect(await textOf(scope)).toBe('1.2.0');
  });

  it("is the slice's own when another slice's cannot be fetched", async () => {
    const scope = scopeOf(built('1.4.0', unreachable));
    expect(await textOf(scope, { fallback: moduleOfAsync('own') })).toBe('own');
    await expect(textOf(scope, { singleton: true, fallback: moduleOfAsync('own') })).rejects.toThrow(
      'Loading chunk',
    );
  });

  it('is not one outside of the range, and the error has what the page has', async () => {
    const scope = scopeOf(built('2.0.0'), built('1.1.9'));
    expect(() => getShared(scope, request())).toThrow(
      'No version of the shared module chart satisfies ^1.2.0: the page has 2.0.0, 1.1.9',
    );
    expect(() => getShared({}, request())).toThrow('the page has none');
    expect(await textOf(scope, { fallback: moduleOfAsync('own') })).toBe('own');
  });
});

/** Containers of Vite bring it. */
describe("upstream's runtime in the same share scope", () => {
  function upstream(scope: ShareScope, name = 'vite') {
    const instance = createInstance({ name, remotes: [] });
    instance.initShareScopeMap('default', scope as Parameters<typeof instance.initShareScopeMap>[1]);
    const customShareInfo = {
      scope: ['default'],
      shareConfig: { singleton: true, requiredVersion: '^1.2.0' },
    };
    return async () => {
      const factory = await instance.loadShare<{ text: string }>('chart', { customShareInfo });
      return factory === false ? undefined : factory?.()?.text;
    };
  }

  it('gets the packages of the page, and fetches none twice', async () => {
    const get = vi.fn(moduleOfAsync('1.2.0'));
    const scope = scopeOf(built('1.2.0', get));
    expect(await upstream(scope)()).toBe('1.2.0');
    expect(await textOf(scope)).toBe('1.2.0');
    expect(get).toHaveBeenCalledOnce();
  });

  it('fetches again after a failure, as does the page', async () => {
    const get = vi
      .fn(moduleOfAsync('1.2.0'))
      .mockImplementationOnce(unreachable)
      .mockImplementationOnce(unreachable);
    const scope = scopeOf(built('1.2.0', get));
    const load = upstream(scope, 'vite-again');
    await expect(load()).rejects.toThrow('Loading chunk chart failed');
    await expect(textOf(scope)).rejects.toThrow('Loading chunk chart failed');
    expect(await load()).toBe('1.2.0');
  });
});
