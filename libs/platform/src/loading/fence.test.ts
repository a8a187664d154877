/** Script and style elements have the composition's hash, however their address is set, or are rejected. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { installFence } from './fence';
import { createTrust } from './trust';

const { origin } = window.location;
const shellBase = '/slices/shell/00000000000000a1/';
const release = composedRelease('00000000000000b1');
const hash = `sha384-${'C'.repeat(64)}`;
const local = { ...release, base: 'http://localhost:4205/' };
const files = { 'chunk.js': hash, 'page.css': hash };
const composition = compositionOf({ market: { ...release, files }, billing: { ...local, files } });
const chunk = `${origin}${release.base}chunk.js`;
const untrusted = expect.objectContaining({ code: 'slice_untrusted' }) as Error;

const prototypes = [HTMLScriptElement.prototype, HTMLLinkElement.prototype];
const natives = prototypes.map((prototype) => Object.getOwnPropertyDescriptors(prototype));
const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
const view = { location: window.location, trustedTypes: { createPolicy } };
const { admit, workerAddress } = installFence(shellBase, view);

// Other test files run in this document.
afterAll(() => {
  prototypes.forEach((prototype, index) => {
    delete (prototype as Partial<Element>).setAttribute;
    Object.defineProperties(prototype, natives[index] ?? {});
  });
});

type Way = (element: HTMLElement, name: 'src' | 'href', url: string) => void;

const setProperty: Way = (element, name, url) => Object.assign(element, { [name]: url });

/** Each way to set an address. */
const ways: Record<string, Way> = {
  property: setProperty,
  attribute: (element, name, url) => {
    element.setAttribute(name.toUpperCase(), url);
  },
};

function script(url: string, set: Way = setProperty): HTMLScriptElement {
  const element = document.createElement('script');
  set(element, 'src', url);
  return element;
}

function link(url: string, set: Way): HTMLLinkElement {
  const element = document.createElement('link');
  set(element, 'href', url);
  return element;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it('gives the address of the service worker in the form of its policy', () => {
  expect(workerAddress).toBe('/slipway-worker.js');
});

it('admits files of the shell only, until it has the allowlist', () => {
  expect(script(`${shellBase}page.js`).src).toBe(`${origin}${shellBase}page.js`);
  expect(() => script(chunk)).toThrow(untrusted);
  admit(createTrust(composition, origin));
  expect(script(chunk).integrity).toBe(hash);
});

describe('with the allowlist', () => {
  beforeAll(() => {
    admit(createTrust(composition, origin));
  });

  describe.each(Object.entries(ways))('an address that is set as %s', (_way, set) => {
    it('gives a listed script its hash, and CORS', () => {
      const { src, integrity, crossOrigin } = script(chunk, set);
      expect({ src, integrity, crossOrigin }).toEqual({
        src: chunk,
        integrity: hash,
        crossOrigin: 'anonymous',
      });
      expect(script('http://localhost:4205/chunk.js', set).integrity).toBe(hash);
    });

    it.each(['https://evil.example/x.js', `${release.base}other.js`, '/x.js', 'data:text/javascript,1'])(
      'rejects the script %s',
      (url) => {
        expect(() => script(url, set)).toThrow(untrusted);
      },
    );

    it('gives a listed stylesheet or preload its hash, and rejects an unlisted one', () => {
      expect(link(`${release.base}page.css`, set).integrity).toBe(hash);
      expect(link('http://localhost:4205/chunk.js', set).integrity).toBe(hash);
      expect(() => link(`${release.base}other.css`, set)).toThrow(untrusted);
    });

    it('gives preloaded data no hash, which browsers would ignore with a warning, and rejects unlisted data', () => {
      const element = document.createElement('link');
      element.as = 'fetch';
      set(element, 'href', chunk);
      expect(element.integrity).toBeFalsy();
      expect(element.crossOrigin).toBe('anonymous');
      expect(() => {
        set(element, 'href', `${release.base}other.json`);
      }).toThrow(untrusted);
    });

    it('does not change other links', () => {
      expect(link('/marketplace', set).getAttribute('href')).toBe('/marketplace');
      expect(link('/marketplace', set).integrity).toBeFalsy();
      expect(link('http://[', set).getAttribute('href')).toBe('http://[');
    });
  });

  it('replaces a hash when the address changes', () => {
    const element = script(`${shellBase}page.js`);
    expect(element.integrity).toBeFalsy();
    element.src = chunk;
    expect(element.integrity).toBe(hash);
  });

  it('resolves a relative address against the page, as the browser does', () => {
    window.history.replaceState(null, '', `${release.base}index`);
    expect(script('chunk.js').src).toBe(chunk);
    window.history.replaceState(null, '', '/');
    expect(() => script('chunk.js')).toThrow(untrusted);
  });

  it('leaves other attributes to the browser', () => {
    const element = script(chunk);
    element.setAttribute('data-chunk', 'market:1');
    expect(element.dataset.chunk).toBe('market:1');
  });

  it('admits unlisted files of slices in development only', () => {
    expect(() => script(`${release.base}main.hot-update.js`)).toThrow(untrusted);
    vi.stubEnv('NODE_ENV', 'development');
    expect(script(`${release.base}main.hot-update.js`).integrity).toBeFalsy();
    expect(script(chunk).integrity).toBe(hash);
    expect(() => script('https://evil.example/x.js')).toThrow(untrusted);
  });

  it('creates one policy and hides the factory from all other code', () => {
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('slipway-loader', expect.anything());
    expect(view.trustedTypes).toBeUndefined();
    expect(() => Object.assign(view, { trustedTypes: { createPolicy } })).toThrow(TypeError);
  });
});
