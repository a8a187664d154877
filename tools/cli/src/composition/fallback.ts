/**
 * The release that a browser may fall back to when it cannot load a slice's present one: what ran before in the same
 * environment, as long as it fits the shell and its neighbours, and nobody has ruled it out.
 */
import {
  type ComposedSlice,
  type Composition,
  parseRelease,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { misfits } from '../checks/compatibility';
import { integrityOf } from '../release/publish';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { surfaceProblems } from './canary';

export type Fallback = NonNullable<ComposedSlice['fallback']>;

export interface FallbackRequest {
  store: Store;
  shell: ShellRelease;
  slices: readonly SliceRelease[];
  before: Composition | undefined;
  /** Runs again: it brings the fallbacks it had, and not what it takes the place of. */
  rollbackTo: Composition | undefined;
  /** Slices that get none. */
  without: ReadonlySet<string>;
}

/** Slice to its fallback. Without one where there was nothing before, or nothing that fits. */
export async function fallbacksOf(request: FallbackRequest): Promise<ReadonlyMap<string, Fallback>> {
  const found = await Promise.all(
    request.slices.map(async (slice) => [slice.id, await fallbackOf(slice, request)] as const),
  );
  return new Map(found.filter((entry): entry is readonly [string, Fallback] => entry[1] !== undefined));
}

async function fallbackOf(
  slice: SliceRelease,
  { store, shell, slices, before, rollbackTo, without }: FallbackRequest,
): Promise<Fallback | undefined> {
  if (without.has(slice.id)) return undefined;
  const ran = before?.slices[slice.id];
  const source = ran?.version === slice.version || !rollbackTo ? ran : rollbackTo.slices[slice.id];
  const isSame = source?.version === slice.version;
  // It fitted this shell, and has the routes and slots of what runs: nothing else can have come between.
  if (source === ran && isSame && before?.shell.version === shell.version) return source.fallback;
  const version = isSame ? source.fallback?.version : ran?.version;
  if (version === undefined) return undefined;

  const base = releaseBase(slice.id, version);
  const description = await store.get(`${base}release.json`);
  if (!description) return undefined;
  const release = parseRelease(JSON.parse(description.toString()), `${base}release.json`);
  if (release.kind !== 'slice') return undefined;
  const others = slices.map((other) => (other.id === slice.id ? release : other));
  if (misfits(shell, others).length + surfaceProblems(slice, release).length > 0) return undefined;
  return { version, base: `/${base}`, release: integrityOf(description) };
}

/** Every fallback that a composition allows, as id and version. */
export const fallbackReleases = (composition: Composition): [id: string, version: string][] =>
  Object.entries(composition.slices).flatMap(([id, { fallback }]) =>
    fallback ? [[id, fallback.version]] : [],
  );

/** Whether a release that goes on running has no fallback any more; beside another version there is nothing to tell. */
export const losesFallback = (before: Composition, after: Composition): boolean =>
  Object.entries(after.slices).some(([id, { version, fallback }]) => {
    const ran = before.slices[id];
    return ran?.version === version && ran.fallback !== undefined && fallback === undefined;
  });
