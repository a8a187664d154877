/**
 * The steps of loading a part, each with a time limit: the federation manifest, if the slice has one; the container
 * (`entry`); the exposed module; the page or the slot. A step that takes longer fails. Code that never returns cannot
 * be interrupted.
 */
import type { Composition } from '@slipway/contracts';
import { createEmitter } from '@slipway/state';
import { LoadFailure } from './loadFailure';

export type LoadStep = keyof NonNullable<Composition['timeLimits']>;

export type TimeLimits = Readonly<Record<LoadStep, number>>;

/** Milliseconds. At 50 kB/s, the largest step of this app's slices takes three seconds. */
const DEFAULT_LIMIT = 15_000;

export const timeLimitsOf = ({ timeLimits = {} }: Pick<Composition, 'timeLimits'>): TimeLimits => ({
  manifest: timeLimits.manifest ?? DEFAULT_LIMIT,
  entry: timeLimits.entry ?? DEFAULT_LIMIT,
  module: timeLimits.module ?? DEFAULT_LIMIT,
  page: timeLimits.page ?? DEFAULT_LIMIT,
  slot: timeLimits.slot ?? DEFAULT_LIMIT,
});

export const hung = (step: LoadStep, limit: number): LoadFailure =>
  new LoadFailure(
    'hang',
    step,
    'slice_unreachable',
    `The ${step} did not load within ${String(limit / 1000)} seconds`,
  );

/** Rejects if `page` takes longer than `limit` milliseconds. */
export const within = <Value>(limit: number, page: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(hung('page', limit));
    }, limit);
    page
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });

export interface LoadSteps {
  readonly limits: TimeLimits;
  /** Records that the load of `slice` has reached `step`, and starts its time limit. */
  reach(slice: string, step: LoadStep): void;
  /** The last step that a slice has reached. */
  stepOf(slice: string): LoadStep;
  /** Settles with `work`, or rejects if the current or a later step of the slice takes too long. */
  limit<Value>(slice: string, work: Promise<Value>): Promise<Value>;
}

export function createLoadSteps(limits: TimeLimits): LoadSteps {
  const steps = new Map<string, LoadStep>();
  const reached = createEmitter<[slice: string]>();
  const stepOf = (slice: string) => steps.get(slice) ?? 'manifest';

  return {
    limits,
    stepOf,
    reach(slice, step) {
      steps.set(slice, step);
      reached.emit(slice);
    },
    limit: (slice, work) =>
      new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const start = () => {
          const step = stepOf(slice);
          clearTimeout(timer);
          timer = setTimeout(() => {
            reject(hung(step, limits[step]));
          }, limits[step]);
        };
        start();
        const unsubscribe = reached.subscribe((other) => {
          if (other === slice) start();
        });
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
        };
        work.finally(end).then(resolve, reject);
      }),
  };
}
