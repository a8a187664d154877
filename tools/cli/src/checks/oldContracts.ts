/** Slices that a shell hosts by an older contract than its newest one: until they move, no shell can drop that contract. */
import type { ShellRelease, SliceRelease } from '@slipway/contracts';

export interface OldContract {
  contract: number;
  newest: number;
  /** By id. */
  slices: { slice: string; owner: string }[];
}

/** In ascending order of contracts. */
export function oldContracts(
  { contracts }: Pick<ShellRelease, 'contracts'>,
  slices: readonly Pick<SliceRelease, 'id' | 'owner' | 'contract'>[],
): OldContract[] {
  const newest = Math.max(...contracts);
  const found = [...new Set(slices.map(({ contract }) => contract))].filter(
    (contract) => contract < newest && contracts.includes(contract),
  );
  return found
    .sort((a, b) => a - b)
    .map((contract) => {
      const using = slices.filter((slice) => slice.contract === contract);
      const owners = new Map(using.map(({ id, owner }) => [id, owner]));
      return {
        ...{ contract, newest },
        slices: [...owners].sort(([a], [b]) => (a < b ? -1 : 1)).map(([slice, owner]) => ({ slice, owner })),
      };
    });
}

/** A sentence for each contract; `only`: apps that changed, of which the shell or one of the slices has to be one. */
export const oldContractLines = (old: readonly OldContract[], only: ReadonlySet<string>): string[] =>
  old
    .filter(({ slices }) => only.has('shell') || slices.some(({ slice }) => only.has(slice)))
    .map(
      ({ contract, newest, slices }) =>
        `contract ${String(contract)} is still needed by ${slices
          .map(({ slice, owner }) => `${slice} (${owner})`)
          .join(', ')}: slipway upgrade moves a slice to contract ${String(newest)}`,
    );
