/** The federation manifest and ES modules, which Module Federation loads without script elements, are verified too. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { integrityPlugin } from './integrityPlugin';
import { createLoadSteps, timeLimitsOf } from './loadSteps';
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

/** The plugin's hooks, in the types that these tests need. */
interface Hooks {
  fetch(url: string, init: RequestInit): Promise<Response>;
  loadEntry(options: { remoteInfo: { name: string; entry: string; type: string } }): Promise<unknown>;
}
const steps = createLoadSteps(timeLimitsOf({}));
const hooks = integrityPlugin(createTrust(composition, window.location.origin), steps)() as unknown as Hooks;

const untrusted = expect.objectContaining({ code: 'slice_untrusted' }) as Error;

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the federation manifest', () => {
  it('is fetched with its hash', async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json({})));
    vi.stubGlobal('fetch', fetch);
    const response = await hooks.fetch(at('mf-manifest.json'), {});
    expect(response.ok).toBe(true);
    const options = { integrity: MANIFEST_HASH, signal: expect.any(AbortSignal) as AbortSignal };
    expect(fetch).toHaveBeenCalledExactlyOnceWith(at('mf-manifest.json'), options);
  });

  it('is not fetched when the composition does not list it', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    await expect(hooks.fetch(at('other.json'), {})).rejects.toThrow(untrusted);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is unreachable when the server responds with an error page', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 404 })));
    await expect(hooks.fetch(at('mf-manifest.json'), {})).rejects.toMatchObject({
      code: 'slice_unreachable',
      message: expect.stringContaining('404'),
    });
  });
});

describe('a container', () => {
  const remoteInfo = { name: 'market', entry: at('remoteEntry.js') };

  it('that is a script is left to the runtime and the fence', async () => {
    expect(await hooks.loadEntry({ remoteInfo: { ...remoteInfo, type: 'global' } })).toBeUndefined();
    expect(document.head.querySelector('link')).toBeNull();
  });

  it('that is an ES module is not imported while one of its modules fails', async () => {
    const entry = hooks.loadEntry({ remoteInfo: { ...remoteInfo, type: 'module' } });
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    expect(links.map(({ href }) => href)).toEqual([at('remoteEntry.js'), at('page.js')]);
    links[0]?.onload?.(new Event('load'));
    links[1]?.dispatchEvent(new Event('error'));
    await expect(entry).rejects.toThrow(`Loading module ${at('page.js')} failed`);
  });

  it('that is an ES module is not requested when the composition does not list it', async () => {
    const entry = hooks.loadEntry({ remoteInfo: { name: 'market', entry: at('other.js'), type: 'module' } });
    await expect(entry).rejects.toThrow(untrusted);
    expect(document.head.querySelector('link')).toBeNull();
  });
});
