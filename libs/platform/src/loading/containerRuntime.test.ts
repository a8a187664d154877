/** The runtime of containers with a bundle as Rspack writes it. End-to-end tests have built slices. */
import { expect, it, vi } from 'vitest';
import { containerRuntime, shareScopes } from './containerRuntime';
import type { Factory, ShareScope } from './sharedPackages';

const { bundlerRuntime } = containerRuntime;
type Bundle = Parameters<typeof bundlerRuntime.init>[0]['webpackRequire'];

const shared = (version: string, get: () => Factory | Promise<Factory>) => ({
  version,
  get,
  scope: ['default'],
  shareConfig: {},
});

/** A bundle that brings `copies` and whose chunk `page` imports the package `chart` as module 7. */
function bundleOf(name: string, copies: Record<string, ReturnType<typeof shared>[]> = {}): Bundle {
  return {
    m: {},
    c: {},
    consumesLoadingData: {
      chunkMapping: { page: ['7'] },
      moduleIdToConsumeDataMapping: {
        7: { shareKey: 'chart', requiredVersion: '^1.0.0', singleton: false },
      },
    },
    federation: { initOptions: { name, shared: copies } },
  };
}

function start(bundle: Bundle, scope?: ShareScope) {
  bundle.federation.instance = bundlerRuntime.init({ webpackRequire: bundle });
  if (scope) bundlerRuntime.initContainerEntry({ webpackRequire: bundle, shareScope: scope });
}

function evaluate(bundle: Bundle): unknown {
  const module = { exports: undefined as unknown };
  bundle.m[7]?.(module);
  return module.exports;
}

const consume = (bundle: Bundle, installedModules: Record<string, Promise<void> | 0> = {}) => {
  const promises: Promise<void>[] = [];
  bundlerRuntime.consumes({ webpackRequire: bundle, chunkId: 'page', promises, installedModules });
  return promises;
};

it("the shell's script uses its own packages at once, and offers them to slices", () => {
  const shell = bundleOf('shell', { chart: [shared('1.0.0', () => () => 'the chart')] });
  start(shell);
  bundlerRuntime.installInitialConsumes({ webpackRequire: shell, initialConsumes: ['7'] });
  expect(evaluate(shell)).toBe('the chart');

  const slice = bundleOf('slice');
  start(slice, shareScopes.default);
  expect(consume(slice)).toEqual([]);
  expect(evaluate(slice)).toBe('the chart');
});

it('a chunk waits for a package, once', async () => {
  const get = vi.fn(() => Promise.resolve(() => 'the chart'));
  const slice = bundleOf('slice', { chart: [shared('1.0.0', get)] });
  start(slice, {});
  const installed = {};
  const [first, second] = [consume(slice, installed), consume(slice, installed)];
  expect(first).toHaveLength(1);
  expect(second).toHaveLength(1);
  expect(second[0]).toBe(first[0]);
  await Promise.all(first);
  expect(consume(slice, installed)).toEqual([]);
  expect(evaluate(slice)).toBe('the chart');
  expect(get).toHaveBeenCalledOnce();
});

it('a package that does not arrive fails the module that imports it, until it is asked for again', async () => {
  const get = vi
    .fn(() => Promise.resolve(() => 'the chart'))
    .mockRejectedValueOnce(new Error('Loading chunk failed'));
  const slice = bundleOf('slice', { chart: [shared('1.0.0', get)] });
  start(slice, {});
  const installed = {};
  await Promise.all(consume(slice, installed));
  expect(() => evaluate(slice)).toThrow('Loading chunk failed');
  await Promise.all(consume(slice, installed));
  expect(evaluate(slice)).toBe('the chart');
});

it('a package that the page does not have fails the module too', () => {
  const slice = bundleOf('slice');
  start(slice, {});
  expect(consume(slice)).toEqual([]);
  expect(() => evaluate(slice)).toThrow('No version of the shared module chart satisfies ^1.0.0');
});

it.each<[string, Bundle['consumesLoadingData']]>([
  ['of another build', undefined],
  ['that lists no chunks', { moduleIdToConsumeDataMapping: {} }],
  ['that does not list the chunk', { chunkMapping: {}, moduleIdToConsumeDataMapping: {} }],
])('a bundle %s imports no package', (_which, consumed) => {
  const slice = { ...bundleOf('slice'), consumesLoadingData: consumed };
  start(slice, {});
  const installed = {};
  expect(consume(slice, installed)).toEqual([]);
  expect([slice.m, installed]).toEqual([{}, {}]);
});

it.each<[string, Partial<Bundle>]>([
  ['no packages', { consumesLoadingData: undefined }],
  ['other packages', { consumesLoadingData: { moduleIdToConsumeDataMapping: {} } }],
  ['no share scope', { federation: { initOptions: { name: 'shell' } } }],
])('a package of the first script is an error of a build that has %s', (_what, parts) => {
  const shell = bundleOf('shell');
  start(shell, {});
  Object.assign(shell, parts);
  bundlerRuntime.installInitialConsumes({ webpackRequire: shell, initialConsumes: ['7'] });
  expect(() => evaluate(shell)).toThrow('The shared module 7 is not described');
});

it('a hot update adds a package', () => {
  const slice = bundleOf('slice', { table: [shared('1.0.0', () => () => 'the table')] });
  start(slice, {});
  slice.consumesLoadingData = {
    chunkMapping: { page: ['7'] },
    moduleIdToConsumeDataMapping: { 7: { shareKey: 'table', requiredVersion: false, singleton: true } },
  };
  consume(slice);
  expect(evaluate(slice)).toBe('the table');
});

it('a package of the first script that is not in it is an error of the build', () => {
  const shell = bundleOf('shell', { chart: [shared('1.0.0', () => Promise.resolve(() => 'late'))] });
  start(shell, {});
  bundlerRuntime.installInitialConsumes({ webpackRequire: shell, initialConsumes: ['7'] });
  expect(() => evaluate(shell)).toThrow('is not in the first script');
});

it('cannot be changed by a container', () => {
  expect(Object.isFrozen(containerRuntime)).toBe(true);
  expect(Object.isFrozen(bundlerRuntime)).toBe(true);
});
