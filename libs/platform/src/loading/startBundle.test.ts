/** The start of a bundle as Rspack writes it. End-to-end tests start built slices. */
import { expect, it, vi } from 'vitest';
import { containerRuntime, shareScopes } from './containerRuntime';
import type { Factory } from './sharedPackages';

type Bundle = Parameters<typeof containerRuntime.start>[0];

/** A bundle before its start, with the modules and packages that Rspack describes. */
function bundleOf(parts: Partial<Bundle>): Bundle {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(
    Object.assign(document.createElement('script'), { src: 'https://app.example/slices/notes/1/entry.js' }),
  );
  return { m: {}, c: {}, p: '', federation: {}, f: {}, ...parts };
}

/** The package `name` of a build. */
const built = (name: string, factory: () => Factory | Promise<Factory>, version = '1.0.0') => ({
  initializeSharingData: {
    scopeToSharingDataMapping: { default: [{ name, version, factory, singleton: true }] },
  },
});

function evaluate(bundle: Bundle): unknown {
  const module = { exports: undefined as unknown };
  bundle.m[7]?.(module);
  return module.exports;
}

const uses = (shareKey: string) => ({
  chunkMapping: { page: ['7'] },
  moduleIdToConsumeDataMapping: { 7: { shareKey, requiredVersion: '^1.0.0', singleton: true } },
  initialConsumes: ['7'],
});

it("the shell's script has its own packages, and offers them to slices", () => {
  const shell = bundleOf({
    ...built('clock', () => () => 'the clock'),
    consumesLoadingData: uses('clock'),
  });
  containerRuntime.start(shell, 'shell');
  expect(evaluate(shell)).toBe('the clock');
  expect(shareScopes.default.clock?.['1.0.0']).toMatchObject({
    from: 'shell',
    scope: ['default'],
    shareConfig: { singleton: true },
  });
  expect(shell.p).toBe('https://app.example/slices/notes/1/');
});

it('a container gives its modules, whose chunks wait for packages', async () => {
  const slice = bundleOf({
    ...built('map', () => Promise.resolve(() => 'the map')),
    consumesLoadingData: { ...uses('map'), initialConsumes: [] },
    initializeExposesData: { moduleMap: { './slice': () => 'the slice' } },
  });
  containerRuntime.start(slice, 'notes');
  slice.initContainer?.({});
  const promises: unknown[] = [];
  slice.f.consumes?.('page', promises);
  slice.f.consumes?.('page', promises);
  expect(promises).toHaveLength(2);
  expect(promises[1]).toBe(promises[0]);
  await Promise.all(promises);
  expect(evaluate(slice)).toBe('the map');
  expect(slice.getContainer?.('./slice')).toBe('the slice');
  await expect(slice.getContainer?.('./page')).rejects.toThrow(
    'Module "./page" does not exist in container.',
  );
});

it('a container brings two versions of a package', () => {
  const [one, other] = ['1.0.0', '2.0.0'].map(
    (version) => built('calendar', () => () => version, version).initializeSharingData,
  );
  const both = [one, other].flatMap((data) => data?.scopeToSharingDataMapping.default ?? []);
  const slice = bundleOf({ initializeSharingData: { scopeToSharingDataMapping: { default: both } } });
  containerRuntime.start(slice, 'notes');
  expect(Object.keys(shareScopes.default.calendar ?? {})).toEqual(['1.0.0', '2.0.0']);
});

it('a bundle without packages and modules starts too', async () => {
  const slice = bundleOf({});
  containerRuntime.start(slice, 'notes');
  expect(slice.m).toEqual({});
  await expect(slice.getContainer?.('./slice')).rejects.toThrow('does not exist');
});
