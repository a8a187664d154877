/** Every request of Module Federation carries the composition's hash, so that an altered file never runs. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { integrityPlugin } from './integrityPlugin';
import { createTrust } from './trust';

const release = composedRelease('00000000000000b1');
const MANIFEST_HASH = `sha384-${'M'.repeat(64)}`;
const CONTAINER_HASH = `sha384-${'C'.repeat(64)}`;
const composition = compositionOf({
  market: { ...release, files: { 'mf-manifest.json': MANIFEST_HASH, 'remoteEntry.js': CONTAINER_HASH } },
});
const at = (file: string) => new URL(release.base + file, window.location.origin).href;

/** The plugin's hooks, in the types that these tests need. */
interface Hooks {
  fetch(url: string, init: RequestInit): Promise<Response>;
  createScript(options: { url: string }): HTMLScriptElement;
  createLink(options: { url: string; attrs?: Record<string, unknown> }): HTMLLinkElement;
}
const hooks = integrityPlugin(createTrust(composition, window.location.origin))() as unknown as Hooks;

const untrusted = expect.objectContaining({ code: 'slice_untrusted' }) as Error;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the federation manifest', () => {
  it('is fetched with its hash', async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json({})));
    vi.stubGlobal('fetch', fetch);
    const response = await hooks.fetch(at('mf-manifest.json'), {});
    expect(response.ok).toBe(true);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(at('mf-manifest.json'), { integrity: MANIFEST_HASH });
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

describe('a script', () => {
  it('has its hash, and CORS, without which the browser ignores the hash', () => {
    const script = hooks.createScript({ url: at('remoteEntry.js') });
    expect(script.integrity).toBe(CONTAINER_HASH);
    expect(script.crossOrigin).toBe('anonymous');
    expect(script.async).toBe(true);
    expect(script.src).toBe(at('remoteEntry.js'));
  });

  it('is not created when the composition does not list it', () => {
    expect(() => hooks.createScript({ url: 'https://evil.example/x.js' })).toThrow(untrusted);
  });
});

describe('a preload link', () => {
  it('has its hash and CORS', () => {
    const link = hooks.createLink({ url: at('remoteEntry.js') });
    expect(link.integrity).toBe(CONTAINER_HASH);
    expect(link.crossOrigin).toBe('anonymous');
    expect([link.rel, link.as, link.href]).toEqual(['preload', 'script', at('remoteEntry.js')]);
  });

  it('keeps the kind that the runtime asks for', () => {
    const link = hooks.createLink({ url: at('remoteEntry.js'), attrs: { rel: 'stylesheet', as: 'style' } });
    expect([link.rel, link.as]).toEqual(['stylesheet', 'style']);
  });

  it('is not created when the composition does not list it', () => {
    expect(() => hooks.createLink({ url: at('other.css') })).toThrow(untrusted);
  });
});
