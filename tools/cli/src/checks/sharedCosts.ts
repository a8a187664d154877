/** The cost of a leaf package that slices share in several versions: the bytes that a page with all of them loads again. */
import type { SliceCandidate } from '../release/candidate';

export interface SharedCost {
  package: string;
  /** In ascending order of the slices' ids. */
  copies: {
    version: string;
    slices: string[];
    /** Compressed. */
    bytes: number;
  }[];
  /** The copies without the largest one. 0 while all slices have one version. */
  extraBytes: number;
}

/** Every shared package, by name. A page of slices with one version loads one of their copies. */
export async function sharedCosts(slices: readonly SliceCandidate[]): Promise<SharedCost[]> {
  const found = new Map<string, SharedCost['copies']>();
  const sorted = [...slices].sort((a, b) => (a.release.id < b.release.id ? -1 : 1));
  for (const { release, transferSize } of sorted) {
    for (const [name, { version, files }] of Object.entries(release.shares ?? {})) {
      const sizes = await Promise.all(files.map(transferSize));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const copies = found.get(name) ?? [];
      found.set(name, copies);
      const same = copies.find((copy) => copy.version === version);
      if (!same) copies.push({ version, slices: [release.id], bytes });
      else {
        same.bytes = Math.max(same.bytes, bytes);
        if (!same.slices.includes(release.id)) same.slices.push(release.id);
      }
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, copies]) => {
      const sizes = copies.map(({ bytes }) => bytes);
      const extraBytes = sizes.reduce((sum, size) => sum + size, 0) - Math.max(...sizes);
      return { package: name, copies, extraBytes };
    });
}

/** A sentence for each package of which a page may load several copies. `only`: slices, of which one has to share it. */
export const sharedCostLines = (costs: readonly SharedCost[], only?: ReadonlySet<string>): string[] =>
  costs
    .filter(({ copies }) => copies.length > 1)
    .filter(({ copies }) => !only || copies.some(({ slices }) => slices.some((slice) => only.has(slice))))
    .map(
      ({ package: name, copies, extraBytes }) =>
        `${name} runs in ${String(copies.length)} versions: ${copies
          .map(({ version, slices }) => `${version} (${slices.join(', ')})`)
          .join(
            ', ',
          )}. A visitor of all these slices loads ${bytesText(extraBytes)} more than with one version`,
    );

const bytesText = (bytes: number) =>
  bytes < 1000 ? `${String(bytes)} bytes` : `${String(Math.ceil(bytes / 1000))} kB`;
