/** Fetches slices: registers the composition's remotes, loads one when it is needed, and says in what way one failed. */
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { AppError, type Composition, isAppError } from '@slipway/contracts';
import type { ComponentType } from 'react';
import type { SliceModule } from './defineSlice';
import { recordFailure } from './failures';
import { integrityPlugin } from './integrityPlugin';
import { onePromise } from './onePromise';
import { shareRetryPlugin } from './shareRetryPlugin';
import { createTrust, type PolicyFactory, type Trust } from './trust';

export interface SliceLoader {
  /**
   * The component of a slice's route or slot. The same promise while it loads and once it has loaded;
   * after a failure the next call tries again.
   * @throws `slice_unreachable`, `slice_untrusted`, `slice_incompatible`, `unexpected`
   */
  part(slice: string, key: string): Promise<ComponentType>;
}

const RETRY_AFTER_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function createSliceLoader(composition: Composition, contracts: readonly number[]): SliceLoader {
  const { origin } = window.location;
  const trust = createTrust(
    composition,
    origin,
    (window as Window & { trustedTypes?: PolicyFactory }).trustedTypes,
  );
  registerPlugins([integrityPlugin(trust)(), shareRetryPlugin()]);
  registerRemotes(
    Object.entries(composition.slices).map(([name, slice]) => ({
      name,
      entry: new URL(slice.base + slice.entry, origin).href,
    })),
  );

  const load = async (id: string, key: string): Promise<ComponentType> => {
    const slice = composition.slices[id];
    if (!slice) throw new AppError('not_found', `This composition has no slice called ${id}`);
    const attempt = async () => {
      const module = checked(await loadRemote(`${id}/slice`), id, contracts);
      const part = module.parts[key];
      if (!part) throw new AppError('slice_incompatible', `${id} has nothing for ${key}`);
      return (await part()).default;
    };
    try {
      return await whileItGetsFurther(attempt);
    } catch (error) {
      const reason = isAppError(error)
        ? error
        : await explain(error, slice.base, slice.preload[key] ?? [], trust);
      recordFailure({ slice: id, version: slice.version, owner: slice.owner, phase: 'load' }, reason);
      throw reason;
    }
  };

  // A slice's id has no space in it.
  const parts = onePromise((name) => {
    const [slice = '', key = ''] = name.split(' ');
    return load(slice, key);
  });
  return { part: (slice, key) => parts(`${slice} ${key}`) };
}

/**
 * Tries once more for a connection that dropped, then for as long as every try fails at another file:
 * a browser gives a failed preload to whoever asks for that file next, so each file may fail once more.
 */
async function whileItGetsFurther<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const failures = new Set<string>();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      const isFinal = isAppError(error) && error.code !== 'slice_unreachable';
      if (isFinal || failures.has(failure)) throw error;
      if (failures.size === 0) await pause(RETRY_AFTER_MS);
      failures.add(failure);
    }
  }
}

/** @throws `slice_incompatible` when the module is not a slice, is another one, or speaks a contract this shell does not */
function checked(value: unknown, id: string, contracts: readonly number[]): SliceModule {
  const module = (value as { default?: Partial<SliceModule> } | null)?.default;
  if (!module?.manifest || !module.parts) {
    throw new AppError(
      'slice_incompatible',
      `${id} does not export a slice: end src/slice.ts with defineSlice()`,
    );
  }
  if (module.manifest.id !== id) {
    throw new AppError('slice_incompatible', `The release of ${id} holds the slice ${module.manifest.id}`);
  }
  if (!contracts.includes(module.manifest.contract)) {
    const hosted = contracts.join(', ');
    throw new AppError(
      'slice_incompatible',
      `${id} speaks contract ${String(module.manifest.contract)}; this shell hosts ${hosted}`,
    );
  }
  return module as SliceModule;
}

/** A script element says only that it failed. Asking for its files again tells missing from altered. */
async function explain(
  error: unknown,
  base: string,
  files: readonly string[],
  trust: Trust,
): Promise<AppError> {
  const cause = { cause: error };
  for (const file of files) {
    const url = new URL(base + file, window.location.origin).href;
    const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
    if (!response?.ok) {
      const answer = response ? `answered ${String(response.status)}` : 'gave no answer';
      return new AppError('slice_unreachable', `${base}${file} ${answer}`, cause);
    }
    if (!(await matches(await response.arrayBuffer(), trust.file(url).integrity))) {
      return new AppError('slice_untrusted', `${base}${file} is not the file that was released`, cause);
    }
  }
  if (error instanceof Error && /shared module|strictVersion|Unsatisfied version/i.test(error.message)) {
    return new AppError('slice_incompatible', error.message, cause);
  }
  return new AppError('unexpected', error instanceof Error ? error.message : String(error), cause);
}

async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`;
}
