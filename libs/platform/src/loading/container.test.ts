/**
 * Containers are loaded with the hashes of the composition, whatever their kind, and get the packages of the page. One file: the tests
 * share the containers that they set.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { createContainers } from './container';
import type { ShareScopes } from './containerRuntime';
import { createLoadSteps, type LoadStep, timeLimitsOf } from './loadSteps';
import { createTrust } from './trust';

const release = composedRelease('00000000000000b1');
const MANIFEST_HASH = `sha384-${'M'.repeat(64)}`;
const CONTAINER_HASH = `sha384-${'C'.repeat(64)}`;
const composition = compositionOf({
  market: {
    ...release,
    files: { 'mf-manifest.json': MANIFEST_HASH, 'remoteEntry.js': CONTAINER_HASH, 'page.js': CONTAINER_HASH },
  },
});
const at = (file: string) => new URL(release.base + file, window.location.origin).href;
const manifestOf = (type: string, name = 'remoteEntry.js', path = '') => ({
  metaData: { globalName: 'market_container', remoteEntry: { name, path, type } },
});
const untrusted = expect.objectContaining({ code: 'slice_untrusted' }) as Error;

function start(response: () => Response = () => Response.json(manifestOf('global'))) {
  const requests = vi.fn<typeof fetch>(() => Promise.resolve(response()));
  vi.stubGlobal('fetch', requests);
  const steps = createLoadSteps(timeLimitsOf({}));
  const reached: LoadStep[] = [];
  const scopes: ShareScopes = { default: {} };
  const load = createContainers(scopes, createTrust(composition, window.location.origin), {
    ...steps,
    reach: (_slice, step) => reached.push(step),
  });
  return { load, requests, reached, scopes };
}

const containerOf = (module: unknown) => ({
  init: vi.fn<(shares: object, initScope: unknown[], options: object) => void>(),
  get: vi.fn(() => Promise.resolve(() => module)),
});
const setContainer = (container: unknown) => vi.stubGlobal('market_container', container);
const script = () => vi.waitUntil(() => document.head.querySelector('script'));
const arrives = async () => (await script()).dispatchEvent(new Event('load'));

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the manifest', () => {
  it('is fetched with its hash, once', async () => {
    const { load, requests } = start();
    setContainer(containerOf('the module'));
    const module = load('market', at('mf-manifest.json'));
    await arrives();
    expect(await module).toBe('the module');
    expect(await load('market', at('mf-manifest.json'))).toBe('the module');
    const options = { integrity: MANIFEST_HASH, signal: expect.any(AbortSignal) as AbortSignal };
    expect(requests).toHaveBeenCalledExactlyOnceWith(at('mf-manifest.json'), options);
  });

  it('is not fetched when the composition does not list it', async () => {
    const { load, requests } = start();
    await expect(load('market', at('other.json'))).rejects.toThrow(untrusted);
    expect(requests).not.toHaveBeenCalled();
  });

  it('is unreachable when the server responds with an error page', async () => {
    const { load } = start(() => new Response('<html>', { status: 404 }));
    const message = expect.stringContaining('404') as string;
    await expect(load('market', at('mf-manifest.json'))).rejects.toMatchObject({
      code: 'slice_unreachable',
      message,
    });
  });

  it('that is no JSON has not loaded, and is fetched again', async () => {
    const { load, requests } = start(() => new Response('<html>'));
    const failed = `Loading module ${at('mf-manifest.json')} failed`;
    await expect(load('market', at('mf-manifest.json'))).rejects.toThrow(failed);
    await expect(load('market', at('mf-manifest.json'))).rejects.toThrow(failed);
    expect(requests).toHaveBeenCalledTimes(2);
  });
});

describe('the chunks of a part', () => {
  const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

  it('run beside the container, and are awaited by nothing', async () => {
    const { load } = start();
    const container = containerOf('the module');
    setContainer(container);
    const module = load('market', at('mf-manifest.json'), [at('remoteEntry.js'), at('page.js')]);
    await script();
    expect(scripts()).toEqual([at('remoteEntry.js'), at('page.js')]);
    document.head.querySelector(`script[src="${at('page.js')}"]`)?.dispatchEvent(new Event('error'));
    await arrives();
    expect(await module).toBe('the module');
    expect(await load('market', at('mf-manifest.json'), [at('page.js')])).toBe('the module');
    expect(scripts()).toEqual([]);
  });

  it('of a container that is an ES module are left to it', async () => {
    const { load, reached } = start(() => Response.json(manifestOf('module')));
    load('market', at('mf-manifest.json'), [at('page.js')]).catch(() => undefined);
    await vi.waitUntil(() => reached.includes('entry'));
    expect(scripts()).not.toContain(at('page.js'));
  });
});

describe('a container', () => {
  it('that is a script is initialized once, with the shared packages of the page', async () => {
    const { load, scopes, reached } = start(() => Response.json(manifestOf('global', 'entry.js', '/js/')));
    const container = containerOf('the module');
    setContainer(container);
    const both = [load('market', at('mf-manifest.json')), load('market', at('mf-manifest.json'))];
    expect((await script()).src).toBe(at('js/entry.js'));
    await arrives();
    expect(await Promise.all(both)).toEqual(['the module', 'the module']);
    const [shares, , options] = container.init.mock.calls[0] ?? [];
    expect(shares).toBe(scopes.default);
    expect(options).toEqual({ version: '', shareScopeKeys: 'default' });
    expect(Reflect.get(options ?? {}, 'shareScopeMap')).toBe(scopes);
    expect(container.init).toHaveBeenCalledOnce();
    expect(container.get).toHaveBeenCalledWith('./slice');
    expect(reached).toEqual(['entry', 'module']);
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('joins the packages that the page shares already', async () => {
    const { load, scopes } = start();
    const shared = { react: {} };
    scopes.default = shared;
    const container = containerOf('the module');
    setContainer(container);
    const module = load('market', at('mf-manifest.json'));
    await arrives();
    await module;
    expect(container.init.mock.calls[0]?.slice(0, 2)).toEqual([shared, []]);
    expect(container.init.mock.calls[0]?.[0]).toBe(shared);
  });

  it.each([
    ['', 'entry.js'],
    ['/js/', 'js/entry.js'],
    ['static/js/', 'static/js/entry.js'],
  ])('in the folder "%s" of its manifest is %s', async (path, file) => {
    const { load } = start(() => Response.json(manifestOf('global', 'entry.js', path)));
    setContainer(containerOf('the module'));
    const module = load('market', at('mf-manifest.json'));
    expect((await script()).src).toBe(at(file));
    await arrives();
    expect(await module).toBe('the module');
  });

  it('without a manifest is a script that sets the id of the slice', async () => {
    const { load, requests } = start();
    vi.stubGlobal('market', containerOf('the module'));
    const module = load('market', at('remoteEntry.js'));
    await arrives();
    expect(await module).toBe('the module');
    expect(requests).not.toHaveBeenCalled();
  });

  it('that does not arrive is requested again by the next call', async () => {
    const { load } = start();
    const failing = load('market', at('mf-manifest.json'));
    (await script()).dispatchEvent(new Event('error'));
    await expect(failing).rejects.toThrow(`Loading module ${at('remoteEntry.js')} failed`);
    setContainer(containerOf('the module'));
    const module = load('market', at('mf-manifest.json'));
    await arrives();
    expect(await module).toBe('the module');
  });

  it('that sets nothing is an error of its code', async () => {
    const { load } = start();
    const module = load('market', at('mf-manifest.json'));
    await arrives();
    await expect(module).rejects.toThrow('sets no container called market_container');
  });

  it('that cannot be initialized fails with its own error', async () => {
    const { load } = start();
    const container = containerOf('the module');
    container.init.mockImplementationOnce(() => {
      throw new Error('Unsatisfied version');
    });
    setContainer(container);
    const module = load('market', at('mf-manifest.json'));
    await arrives();
    await expect(module).rejects.toThrow('Unsatisfied version');
    expect(await load('market', at('mf-manifest.json'))).toBe('the module');
  });

  it.each(['module', 'esm'])(
    'of the type %s is not imported while one of its modules fails',
    async (type) => {
      const { load } = start(() => Response.json(manifestOf(type)));
      const module = load('market', at('mf-manifest.json'));
      const links = await vi.waitUntil(() => {
        const found = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
        return found.length > 0 && found;
      });
      expect(links.map(({ href }) => href)).toEqual([at('remoteEntry.js'), at('page.js')]);
      links[0]?.onload?.(new Event('load'));
      links[1]?.dispatchEvent(new Event('error'));
      await expect(module).rejects.toThrow(`Loading module ${at('page.js')} failed`);
    },
  );

  it('that is an ES module is not requested when the composition does not list it', async () => {
    const { load } = start(() => Response.json(manifestOf('module', 'other.js')));
    await expect(load('market', at('mf-manifest.json'))).rejects.toThrow(untrusted);
    expect(document.head.querySelector('link')).toBeNull();
  });
});
