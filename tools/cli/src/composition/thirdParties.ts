/** Other origins of a composition: what its slices ask for, as far as the environment grants it. */
import {
  type Composition,
  type SliceRelease,
  type ThirdParties,
  thirdPartyEntries,
  type ThirdPartyKind,
  thirdPartyKinds,
} from '@slipway/contracts';
import type { Settings } from '../environment/settings';

type Asks = Pick<SliceRelease, 'thirdParties'>;

/** Omits grants that no slice asks for. Undefined if none is left. */
export function thirdPartiesOf(
  releases: readonly Asks[],
  granted: ThirdParties | undefined,
): ThirdParties | undefined {
  if (!granted) return undefined;
  const asked = thirdPartyEntries(...releases.map(({ thirdParties }) => thirdParties));
  const both = thirdPartyKinds.flatMap((kind) => {
    const origins = asked
      .filter((one) => one.kind === kind && granted[kind]?.includes(one.origin))
      .map(({ origin }) => origin);
    return origins.length > 0 ? [[kind, origins] as const] : [];
  });
  return both.length > 0 ? Object.fromEntries(both) : undefined;
}

/** An origin that an environment grants to a slice. */
export interface Grant {
  slice: string;
  /** `sandbox`: the slice runs in a frame of this origin. */
  kind: ThirdPartyKind | 'sandbox';
  origin: string;
  /** Whether a release that runs asks for it, so that documents allow it. */
  isUsed: boolean;
}

/** By slice, in the order of their names. */
export const grantsOf = (
  { thirdParties: used = {}, slices }: Pick<Composition, 'thirdParties' | 'slices'>,
  { thirdParties: granted = {}, sandbox }: Pick<Settings, 'thirdParties' | 'sandbox'> = {},
): Grant[] => [
  ...Object.keys({ ...used, ...granted })
    .sort()
    .flatMap((slice) =>
      thirdPartyEntries(used[slice], granted[slice]).map(({ kind, origin }) => ({
        ...{ slice, kind, origin },
        isUsed: used[slice]?.[kind]?.includes(origin) ?? false,
      })),
    ),
  ...[...(sandbox?.slices ?? [])].sort().map((slice) => ({
    ...{ slice, kind: 'sandbox' as const, origin: sandbox?.origin ?? '' },
    isUsed: slices[slice]?.frame !== undefined,
  })),
];
