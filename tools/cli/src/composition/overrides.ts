/**
 * Finds the releases that the environment's settings list as overrides, for users who request one in their browser.
 * They are signed, checked and copied to the public area like every running release (decision 045).
 */
import type { Composition, ShellRelease, SliceRelease } from '@slipway/contracts';
import { compatibilityFailures } from '../checks/compatibility';
import { coverageFailures } from '../checks/coverage';
import { fileFailures } from '../checks/files';
import { findRelease, isSlice, type SliceCandidate } from '../release/candidate';
import { integrityOf } from '../release/integrity';
import { releasePath } from '../store/keys';
import type { Store } from '../store/store';

type Overrides = NonNullable<Composition['overrides']>;

export interface ListedOverrides {
  candidates: readonly SliceCandidate[];
  /** Why others are left out. Only new settings are rejected for them: an old list must not block a deploy. */
  failures: readonly string[];
}

interface OverrideQuery {
  store: Store;
  /** `overrides` of the settings, such as `billing@0123456789abcdef`. */
  listed: readonly string[];
  /** The shell, and its canary. */
  shells: readonly ShellRelease[];
  /** The stable releases. */
  slices: readonly SliceRelease[];
  /** The releases that the current revision offers, whose files were checked. */
  before: Composition | undefined;
}

export async function listedOverrides({
  store,
  listed,
  shells,
  slices,
  before,
}: OverrideQuery): Promise<ListedOverrides> {
  const found = await Promise.all(
    listed.map(async (name) => {
      const [id = '', version = ''] = name.split('@');
      const candidate = await findRelease(store, id, version);
      if (!candidate || !isSlice(candidate))
        return {
          failures: [
            `overrides lists ${name}, and ${store.address} has no such release of a slice: publish it, or remove it from the list`,
          ],
        };
      const isKnown = before?.overrides?.[id]?.some((one) => one.version === version) ?? false;
      const others = slices.filter((slice) => slice.id !== id);
      const failures = [
        ...new Set(shells.flatMap((shell) => compatibilityFailures(shell, [...others, candidate.release]))),
        ...[candidate.release, ...slices]
          .filter((slice) => slice.id === id && slice.isolation)
          .slice(0, 1)
          .map(() => `${id} runs in a sandbox, which no override may leave: remove it from the list`),
        ...(isKnown
          ? []
          : [...(await fileFailures(candidate, true)), ...(await coverageFailures(candidate))]),
      ];
      return failures.length > 0
        ? { failures: failures.map((failure) => `overrides lists ${name}: ${failure}`) }
        : { candidate, failures };
    }),
  );
  return {
    candidates: found.flatMap(({ candidate }) => candidate ?? []),
    failures: found.flatMap(({ failures }) => failures),
  };
}

/** The listed releases, in the format of a composition. */
export async function composeOverrides(
  candidates: readonly SliceCandidate[],
): Promise<Pick<Composition, 'overrides'>> {
  const overrides: Overrides = {};
  for (const { release, read } of candidates) {
    const { id, version } = release;
    const description = (await read('release.json')) ?? Buffer.alloc(0);
    const entry = { version, base: releasePath(id, version), release: integrityOf(description) };
    overrides[id] = [...(overrides[id] ?? []), entry];
  }
  return candidates.length > 0 ? { overrides } : {};
}
