/** A flag of a slice, for this user and this browser. */
import type { Flags } from '@slipway/contracts';
import { useSession } from '@slipway/session';
import { useHost } from '../boot/hostContext';
import { flagContext } from './flagContext';

/** Returns whether a flag of the manifest is on. `name` must be one of them. */
export function useFlag<const Declared extends Flags>(
  manifest: { id: string; flags: Declared },
  name: Extract<keyof Declared, string>,
): boolean {
  const { composition, flags } = useHost();
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user.id : undefined;
  return flags.resolveBooleanEvaluation(
    `${manifest.id}.${name}`,
    manifest.flags[name]?.default ?? false,
    flagContext(composition, user),
  ).value;
}
