/**
 * Chooses the release that a browser may fall back to when it cannot load a slice: the previous one of the same
 * environment, as long as it is compatible with the shell and the other slices, and was not excluded.
 */
import {
  type ComposedSlice,
  type Composition,
  parseRelease,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { compatibilityFailures } from '../checks/compatibility';
import { integrityOf } from '../release/integrity';
import { releaseBase, releasePath } from '../store/keys';
import type { Store } from '../store/store';
import { surfaceFailures } from './canary';
import type { ReleaseRef } from './selection';

export type Fallback = NonNullable<ComposedSlice['fallback']>;

export interface FallbackRequest {
  store: Store;
  shell: ShellRelease;
  /** Its canary, which runs the same slices. */
  shellCanary?: ShellRelease | undefined;
  slices: readonly SliceRelease[];
  before: Composition | undefined;
  /** The composition to run again: it keeps its own fallbacks, and never falls back to what it replaces. */
  rollbackTo: Composition | undefined;
  /** Slices without a fallback. */
  without: ReadonlySet<string>;
}

/** Slice to its fallback. A slice that ran no compatible release before has none. */
export async function fallbacksOf(request: FallbackRequest): Promise<ReadonlyMap<string, Fallback>> {
  const found = await Promise.all(
    request.slices.map(async (slice) => [slice.id, await fallbackOf(slice, request)] as const),
  );
  return new Map(found.filter((entry): entry is readonly [string, Fallback] => entry[1] !== undefined));
}

async function fallbackOf(
  slice: SliceRelease,
  { store, shell, shellCanary, slices, before, rollbackTo, without }: FallbackRequest,
): Promise<Fallback | undefined> {
  if (without.has(slice.id)) return undefined;
  const ran = before?.slices[slice.id];
  const source = ran?.version === slice.version || !rollbackTo ? ran : rollbackTo.slices[slice.id];
  const isSame = source?.version === slice.version;
  // The same release under the same shells: its fallback was checked when it was chosen, and still fits.
  const isSameShell =
    before?.shell.version === shell.version && before.shell.canary?.release.version === shellCanary?.version;
  if (source === ran && isSame && isSameShell) return source.fallback;
  const version = isSame ? source.fallback?.version : ran?.version;
  if (version === undefined) return undefined;

  const base = releaseBase(slice.id, version);
  const description = await store.get(`${base}release.json`);
  if (!description) return undefined;
  const release = parseRelease(JSON.parse(description.toString()), `${base}release.json`);
  if (release.kind !== 'slice') return undefined;
  const others = slices.map((other) => (other.id === slice.id ? release : other));
  const shells = [shell, ...(shellCanary ? [shellCanary] : [])];
  const failures = [
    ...shells.flatMap((host) => compatibilityFailures(host, others)),
    ...surfaceFailures(slice, release),
  ];
  return failures.length > 0
    ? undefined
    : { version, base: releasePath(slice.id, version), release: integrityOf(description) };
}

/** A release that a composition lists only by the hash of its description. */
export interface DescribedRelease extends ReleaseRef {
  kind: 'fallback' | 'override';
  /** Its path on the origin. */
  base: string;
  /** The integrity of its `release.json`. */
  release: string;
}

/** Every release that a browser may fall back to, or that a user may ask for. */
export const describedReleases = ({
  shell,
  slices,
  overrides = {},
}: Pick<Composition, 'shell' | 'slices' | 'overrides'>): DescribedRelease[] => [
  ...Object.entries({ shell, ...slices }).flatMap(([id, { fallback }]) =>
    fallback ? [described('fallback', id, fallback)] : [],
  ),
  ...Object.entries(overrides).flatMap(([id, releases]) =>
    releases.map((release) => described('override', id, release)),
  ),
];

const described = (
  kind: DescribedRelease['kind'],
  id: string,
  { version, base, release }: Fallback,
): DescribedRelease => ({ kind, id, version, base, release });

/** Whether an app keeps its version and loses its fallback. */
export const losesFallback = (before: Composition, after: Pick<Composition, 'shell' | 'slices'>): boolean =>
  Object.entries({ shell: after.shell, ...after.slices }).some(([id, { version, fallback }]) => {
    const ran = id === 'shell' ? before.shell : before.slices[id];
    return ran?.version === version && ran.fallback !== undefined && fallback === undefined;
  });
