/** Compares the other origins that slices ask for with those that an environment grants them. */
import { type SliceRelease, thirdPartyEntries, thirdPartyKinds } from '@slipway/contracts';
import type { Environment } from '../environment/environment';

type Grants = Pick<Environment, 'name' | 'thirdParties'>;

/** The command that grants everything a slice asks for, and keeps what it has. */
function grantCommand(
  { name, thirdParties = {} }: Grants,
  { id, thirdParties: asked }: SliceRelease,
): string {
  const all = thirdPartyEntries(thirdParties[id], asked);
  const value = Object.fromEntries(
    thirdPartyKinds.flatMap((kind) => {
      const origins = all.filter((one) => one.kind === kind).map(({ origin }) => origin);
      return origins.length > 0 ? [[kind, origins]] : [];
    }),
  );
  return `slipway env set ${name} thirdParties.${id} '${JSON.stringify(value)}'`;
}

/** Every origin that is asked for and not granted, with its slice and the command that grants it. */
export const thirdPartyFailures = (environment: Grants, slices: readonly SliceRelease[]): string[] =>
  slices.flatMap((slice) =>
    thirdPartyEntries(slice.thirdParties)
      .filter(({ kind, origin }) => !environment.thirdParties?.[slice.id]?.[kind]?.includes(origin))
      .map(
        ({ kind, origin }) =>
          `${slice.id} asks for ${origin} (${kind}), which ${environment.name} does not grant: ${grantCommand(environment, slice)}, then slipway env apply --env ${environment.name}`,
      ),
  );
