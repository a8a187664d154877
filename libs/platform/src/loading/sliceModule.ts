/** Reads the module that a slice exposes, in each version of the contract that the shell hosts. */
import { AppError } from '@slipway/contracts';
import type { LazyModule, RouteLoader, SliceModule, SlotLoader } from './sliceParts';
import { type FirstSliceModule, fromFirstContract, isFirstContract } from './firstContract';

/** @throws `slice_incompatible` when the module is not a slice, is another slice, or needs an unsupported contract version */
export function readSliceModule(value: unknown, id: string, contracts: readonly number[]): SliceModule {
  const module = (value as { default?: Partial<SliceModule | FirstSliceModule> } | null)?.default;
  if (!module?.manifest) throw noSlice(id);
  const { id: found, contract } = module.manifest;
  if (found !== id) {
    throw new AppError('slice_incompatible', `The release of ${id} contains the slice ${found}`);
  }
  if (!contracts.includes(contract)) {
    throw new AppError(
      'slice_incompatible',
      `${id} needs contract ${String(contract)}; this shell supports ${contracts.join(', ')}`,
    );
  }
  if (contract === 1) {
    if (isFirstContract(module)) return fromFirstContract(module);
    throw noSlice(id);
  }
  const { pages, slots } = module as Partial<SliceModule>;
  if (!pages && !slots) throw noSlice(id);
  return module as SliceModule;
}

const noSlice = (id: string) =>
  new AppError('slice_incompatible', `${id} does not export a slice: end src/slice.ts with defineSlice()`);

type Parts = Pick<SliceModule, 'pages' | 'slots'>;

/** The module of a route's page, or of a slot's component. */
export function partIn({ pages = {}, slots = {} }: Parts, key: string): LazyModule | undefined {
  const part = pages[key] ?? slots[key];
  if (typeof part !== 'object') return part;
  return 'page' in part ? part.page : part.slot;
}

/** The loader of a route or a slot. */
export function loaderIn(
  { pages = {}, slots = {} }: Parts,
  key: string,
): RouteLoader | SlotLoader | undefined {
  const part = pages[key] ?? slots[key];
  return typeof part === 'object' ? part.loader : undefined;
}
