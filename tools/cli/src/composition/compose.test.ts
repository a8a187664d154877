/**
 * The parts of a composition: its releases, and the settings that it takes from the environment. One file, because it is
 * one composition.
 */
import { describe, expect, test } from 'vitest';
import { type Environment } from '../environment/environment';
import { sliceToCompose, testBackend, testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { asRevision, compose, composeRelease, type SliceToCompose } from './compose';

const api = 'https://api.example';
const other = 'https://other.example';
const market = sliceRelease();
const newer = sliceRelease({ owner: 'newer' });

const composed = (
  fields: object = {},
  slices: readonly SliceToCompose[] = [sliceToCompose()],
  ofShell: Pick<Parameters<typeof compose>[0], 'shellFallback' | 'shellCanary'> = {},
) =>
  compose({
    environment: testEnvironment('staging', fields),
    ...{ backend: testBackend, shell: shellRelease(), slices, ...ofShell },
  });
const withRelease = (overrides: Parameters<typeof sliceRelease>[0], extras = {}) => [
  sliceToCompose(overrides, extras),
];

test('a release is described by what a page needs to load it', () => {
  const props = { x: { type: 'string' as const } };
  const slots = [{ name: 'landing.featured', version: 1, order: 0, props }];
  expect(composeRelease(sliceRelease({ version: '0123456789abcdef', slots }))).toEqual({
    ...{ version: '0123456789abcdef', owner: 'market-team', base: '/slices/market/0123456789abcdef/' },
    ...{ entry: 'mf-manifest.json', routes: market.routes, nav: [], preload: market.preload },
    files: Object.fromEntries(Object.entries(market.files).map(([path, { integrity }]) => [path, integrity])),
    slots: [{ name: 'landing.featured', version: 1, order: 0 }],
  });
});

test('a filler keeps its condition, and a release its redirects', () => {
  const when = { flag: 'a' };
  const redirects = [{ from: '/old', to: '/market' }];
  const release = sliceRelease({ slots: [{ name: 's', version: 1, when }], redirects });
  expect(composeRelease(release)).toMatchObject({ slots: [{ name: 's', version: 1, when }], redirects });
  expect(composeRelease(market)).not.toHaveProperty('redirects');
});

test('slices are in the order of their ids, whatever the order of the request', () => {
  const slices = ['c', 'a', 'b'].map((id) => sliceToCompose({ id, routes: [], slots: [] }));
  expect(Object.keys(composed({}, slices).slices)).toEqual(['a', 'b', 'c']);
  expect(slices.map(({ release }) => release.id)).toEqual(['c', 'a', 'b']);
});

describe('a slice', () => {
  test('has its canary and its fallback, where it has them', () => {
    const fallback = { version: 'f', base: '/slices/market/f/', release: 'sha384-x' };
    const canary = { percent: 10, release: newer };
    const { slices } = composed({}, withRelease({}, { canary, fallback }));
    expect(slices['market']).toMatchObject({
      ...{ version: market.version, canary: { percent: 10, release: composeRelease(newer) }, fallback },
    });
    expect(Object.keys(composed().slices['market'] ?? {})).not.toEqual(
      expect.arrayContaining(['canary', 'fallback', 'frame']),
    );
  });

  const sandbox = { origin: 'https://frames.example', slices: ['market'] };
  const sold = { name: 'market.sold', version: 1, detail: {} };
  const opened = { name: 'shell.opened', version: 1, detail: {} };
  const framed = { isolation: 'sandbox' as const, emits: [sold], listens: [opened] };

  test('in a sandbox has the document of its frame, and the origin of the frames', () => {
    const earlier = sliceRelease({ ...framed, owner: 'earlier' });
    const fallback = { version: earlier.version, base: '/', release: 'sha384-x' };
    const canary = { percent: 1, release: sliceRelease({ ...framed, owner: 'newer' }) };
    const made = composed({ sandbox }, withRelease(framed, { fallback, earlier, canary }));
    const frame = { emits: [sold], listens: [opened], file: expect.stringMatching(/^frame\./) as string };
    expect(made.slices['market']).toMatchObject({
      frame,
      fallback: { frame },
      canary: { release: { frame } },
    });
    expect(made.sandbox).toEqual({ origin: 'https://frames.example', host: 'https://staging.example' });
  });

  test('that is not sandboxed has no frame, and its environment no origin of frames', () => {
    const made = composed({ sandbox });
    expect(made.slices['market']).not.toHaveProperty('frame');
    expect(made).not.toHaveProperty('sandbox');
    expect(composed({}, withRelease(framed))).not.toHaveProperty('sandbox');
  });

  test('in a sandbox has the state that its flags have without settings', () => {
    const on = { description: 'x', default: true };
    const made = composed(
      { sandbox },
      withRelease({ ...framed, flags: { fast: on, new: { description: 'x' } } }),
    );
    expect(made.slices['market']?.frame?.flags).toEqual({ fast: true, new: false });
    expect(composed({ sandbox }, withRelease(framed)).slices['market']?.frame).not.toHaveProperty('flags');
  });

  test('beside one in a sandbox does not remove the origin of the frames', () => {
    const beside = sliceToCompose({ id: 'billing', routes: [], slots: [] });
    expect(composed({ sandbox }, [...withRelease(framed), beside]).sandbox).toBeDefined();
  });

  test('without events emits and listens to none', () => {
    const made = composed({ sandbox }, withRelease({ isolation: 'sandbox' }));
    expect(made.slices['market']?.frame).toMatchObject({ emits: [], listens: [] });
  });
});

describe('the shell', () => {
  test('has its canary and its fallback, where it has them', () => {
    const files = { scripts: {}, styles: {}, beforePaint: {} };
    const fallback = { version: 'f', base: '/slices/shell/f/', release: 'sha384-x', ...files };
    const canary = { percent: 5, release: { version: 'n' } };
    const { version } = shellRelease();
    expect(composed({}, [], { shellFallback: fallback, shellCanary: canary }).shell).toEqual({
      ...{ version, base: `/slices/shell/${version}/`, fallback },
      canary: { percent: 5, release: { version: 'n', base: '/slices/shell/n/' } },
    });
    expect(composed().shell).toEqual({ version, base: `/slices/shell/${version}/` });
  });
});

describe('origins of third parties', () => {
  const asking = (...connect: string[]) => ({ thirdParties: { connect } }) as Partial<typeof market>;

  test.each([
    [[api, other], [api], [api]],
    [[api], [api, other], [api]],
    [[api], [], undefined],
    [[], [api], undefined],
  ])('asked for %j and granted %j are %j', (asked, granted, expected) => {
    const { thirdParties } = composed(
      { thirdParties: { market: { connect: granted } } },
      withRelease(asking(...asked)),
    );
    expect(thirdParties).toEqual(expected && { market: { connect: expected } });
  });

  test('of a canary count too, and a grant to another slice does not', () => {
    const canary = { percent: 1, release: sliceRelease(asking(api)) };
    const granted = (slice: string) =>
      composed({ thirdParties: { [slice]: { connect: [api] } } }, withRelease({}, { canary })).thirdParties;
    expect(granted('market')).toEqual({ market: { connect: [api] } });
    expect(granted('billing')).toBeUndefined();
  });
});

describe('configuration and flags', () => {
  const flags = {
    fast: { description: 'x', default: true },
    new: { description: 'x', default: false },
  };

  test('are those of slices that run', () => {
    const config = { market: { currency: 'EUR' }, gone: { x: 1 } };
    expect(composed({ config }).config).toEqual({ market: { currency: 'EUR' } });
    expect(composed({ config: { gone: { x: 1 } } })).not.toHaveProperty('config');
    expect(composed({ flags: { gone: { a: true } } })).not.toHaveProperty('flags');
  });

  test('start with what the manifest turns on, which the environment overrides', () => {
    const slices = withRelease({ flags });
    expect(composed({}, slices).flags).toEqual({ market: { fast: true } });
    expect(composed({ flags: { market: { fast: false, new: true } } }, slices).flags).toEqual({
      market: { fast: false, new: true },
    });
    expect(composed()).not.toHaveProperty('flags');
  });
});

describe('settings of the environment', () => {
  test('name its address, unless search engines must not have it', () => {
    expect(composed().address).toBe('https://staging.example');
    expect(composed({ indexed: false })).not.toHaveProperty('address');
  });

  test.each(['/health-events', 'https://backend.example/functions/v1/health'])(
    'send health to a path or the backend: %s',
    (url) => {
      expect(composed({ health: { url } }).health).toMatchObject({ url, routes: ['/'] });
    },
  );

  test('reject another address for health', () => {
    const health = { url: 'https://else.example/x', sample: 1 };
    const elsewhere: Environment = { ...testEnvironment(), health };
    expect(() =>
      compose({ environment: elsewhere, backend: testBackend, shell: shellRelease(), slices: [] }),
    ).toThrow(
      'staging: health.url is https://else.example/x: it must be a path, or an address on the backend (https://backend.example)',
    );
    expect(composed()).not.toHaveProperty('health');
  });

  test('switch the service worker on only where the shell has one', () => {
    const withWorker = { ...shellRelease(), worker: 'worker.js' };
    const made = (serviceWorker: boolean, shell = shellRelease()) =>
      compose({
        environment: testEnvironment('staging', { serviceWorker }),
        ...{ backend: testBackend, shell, slices: [] },
      }).serviceWorker;
    expect(made(true, withWorker)).toBe(true);
    expect(made(true)).toBeUndefined();
    expect(made(false, withWorker)).toBeUndefined();
  });

  test('are passed on', () => {
    const timeLimits = { manifest: 1_000, entry: 1_000, module: 1_000, page: 1_000, slot: 1_000 };
    const made = composed({ allowOverrides: true });
    expect(made).toMatchObject({
      schema: 1,
      environment: 'staging',
      allowOverrides: true,
      backend: testBackend,
    });
    const environment = { ...testEnvironment(), timeLimits, deterrent: true };
    expect(compose({ environment, backend: testBackend, shell: shellRelease(), slices: [] })).toMatchObject({
      timeLimits,
      deterrent: true,
    });
    expect(made).not.toHaveProperty('timeLimits');
  });

  test('offer languages that the releases have', () => {
    const languages = { de: { file: 'page.js', names: {} } };
    const canary = { percent: 1, release: sliceRelease({ languages, owner: 'canary' }) };
    const offered = composed({ languages: ['en', 'de'] }, withRelease({ languages }, { canary }), {
      shellCanary: { percent: 1, release: { version: 'n', languages, files: market.files } },
    }).languages;
    expect(Object.keys(offered?.translations['de'] ?? {})).toEqual([
      '/slices/shell/n/',
      `/slices/market/${sliceRelease({ languages }).version}/`,
      `/slices/market/${canary.release.version}/`,
    ]);
  });
});

test('a revision has its number and its time', () => {
  const content = composed();
  const revision = asRevision(content, 7, '2026-11-24T12:00:00.000Z');
  expect(revision).toEqual({ ...content, revision: 7, createdAt: '2026-11-24T12:00:00.000Z' });
});
