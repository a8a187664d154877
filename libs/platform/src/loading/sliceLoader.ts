/** Loads slices through their containers, retries, and classifies failures. */
import {
  AppError,
  type ComposedRelease,
  type Composition,
  CONTAINER_RUNTIME,
  isAppError,
} from '@slipway/contracts';
import type { ComponentType } from 'react';
import type { LoaderContext } from './sliceParts';
import { noRest, type Rest } from '../composition/rest';
import { createContainers } from './container';
import { containerRuntime, shareScopes } from './containerRuntime';
import { explainFailure, watchScriptErrors } from './explainFailure';
import { recordFailure } from './failures';
import { isUnloaded, LoadFailure, textOf } from './loadFailure';
import { createLoadSteps, timeLimitsOf } from './loadSteps';
import { memoizePromise } from './memoizePromise';
import { retryWithProgress } from './retryWithProgress';
import { requestFiles } from './requestFiles';
import { loaderIn, partIn, readSliceModule } from './sliceModule';
import { translated } from './translations';
import type { Trust } from './trust';

export interface SliceLoader {
  /**
   * Loads the component of a slice's route or slot. Returns the same promise while it is pending and after it is
   * fulfilled; after a failure the next call tries again.
   * @throws `slice_unreachable`, `slice_untrusted`, `slice_incompatible`, `unexpected`
   */
  part(slice: string, key: string): Promise<ComponentType>;
  /**
   * Calls the loader of a route or a slot, if the slice has one. Resolves when the promise that it returns has settled:
   * the component's own query reports errors.
   */
  startData(slice: string, key: string, context: LoaderContext): Promise<void>;
}

const noFrames = (id: string) =>
  Promise.reject(
    new AppError('slice_incompatible', `${id} is a sandboxed slice, which this shell does not support`),
  );

const isCode = (path: string) => /\.(?:m?js|css)$/.test(path);

/**
 * `contracts` are the versions of the slice contract that the shell supports; `trust` is the composition's allowlist.
 * `rest` has the slices that the composition does not have yet. `sandboxed` loads the page of a slice that runs in a
 * frame.
 */
export function createSliceLoader(
  composition: Composition,
  contracts: readonly number[],
  trust: Trust,
  rest: Pick<Rest, 'load'> = noRest,
  sandboxed: SliceLoader['part'] = noFrames,
): SliceLoader {
  const steps = createLoadSteps(timeLimitsOf(composition));
  watchScriptErrors();
  Object.defineProperty(window, CONTAINER_RUNTIME, { value: containerRuntime });
  const loadModule = createContainers(shareScopes, trust, steps);

  async function releaseOf(id: string): Promise<ComposedRelease> {
    if (!composition.slices[id]) await rest.load();
    const slice = composition.slices[id];
    if (!slice) throw new AppError('not_found', `This composition has no slice called ${id}`);
    return slice;
  }
  /** Errors of modules, by slice or part. A module is evaluated once: after an error, its exports must not be used. */
  const evaluationErrors = new Map<string, LoadFailure>();

  /** Waits for one import, up to its time limit. @throws a `LoadFailure` when its code threw */
  async function evaluate<Value>(slice: string, key: string, load: () => Promise<Value>): Promise<Value> {
    const known = evaluationErrors.get(key);
    if (known) throw known;
    try {
      return await steps.limit(slice, load());
    } catch (error) {
      if (isUnloaded(error)) throw error;
      const cause = { cause: error };
      const failure = new LoadFailure('evaluate', steps.stepOf(slice), 'unexpected', textOf(error), cause);
      evaluationErrors.set(key, failure);
      throw failure;
    }
  }

  const moduleOf = async (id: string, release: ComposedRelease, key: string) => {
    const { base, entry, preload } = release;
    // Modules keep the texts that they were evaluated with.
    if (process.env.SLIPWAY_LANGUAGES === 'translated') await translated(release);
    const [href = '', ...chunks] = [
      entry,
      ...(preload[key] ?? []).filter((file) => file.endsWith('.js')),
    ].map((file) => new URL(base + file, window.location.origin).href);
    return readSliceModule(await evaluate(id, id, () => loadModule(id, href, chunks)), id, contracts);
  };

  const part = memoizePromise(async (id: string, key: string): Promise<ComponentType> => {
    const slice = await releaseOf(id);
    requestFiles(slice, key);
    const attempt = async () => {
      if (slice.frame) return await sandboxed(id, key);
      const load = partIn(await moduleOf(id, slice, key), key);
      if (!load) throw new AppError('slice_incompatible', `${id} has no page or slot ${key}`);
      steps.reach(id, key.startsWith('/') ? 'page' : 'slot');
      return componentOf(await evaluate(id, `${id} ${key}`, load), id, key);
    };
    try {
      return await retryWithProgress(attempt);
    } catch (error) {
      const reason = isAppError(error)
        ? error
        : await explainFailure(error, slice, filesOf(slice, key), trust);
      const { version, owner } = slice;
      const { phase, part } =
        reason instanceof LoadFailure ? reason : ({ phase: 'load', part: 'module' } as const);
      recordFailure({ slice: id, version, owner, phase, part }, reason);
      throw reason;
    }
  });
  const startData = (id: string, key: string, context: LoaderContext) =>
    releaseOf(id)
      .then(async (slice) => {
        if (!slice.frame) await loaderIn(await moduleOf(id, slice, key), key)?.(context);
      })
      .catch(() => undefined); // `part` reports code that does not load, and the page's query data that does not
  return { part, startData };
}

/** @throws `slice_incompatible` when the module exports no component, such as one that was only partly evaluated */
function componentOf(
  module: { default?: ComponentType } | undefined,
  id: string,
  key: string,
): ComponentType {
  const component = module?.default;
  if (typeof component === 'function' || (typeof component === 'object' && '$$typeof' in component)) {
    return component;
  }
  throw new AppError(
    'slice_incompatible',
    `${id} exports no component for ${key}: give its module a default export`,
  );
}

/** The files that a part needs, then all other code of the release: stylesheets, and chunks that its chunks load. */
const filesOf = ({ preload, files }: ComposedRelease, key: string): string[] => [
  ...new Set([...(preload[key] ?? []), ...Object.keys(files).filter(isCode)]),
];
