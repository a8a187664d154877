/** A flag of a slice, for this user and this browser. */
import type { Flags } from '@slipway/contracts';
import { useEvaluation } from './useEvaluation';

/** Returns whether a flag of the manifest is on. `name` must be one of them. */
export function useFlag<const Declared extends Flags>(
  manifest: { id: string; flags: Declared },
  name: Extract<keyof Declared, string>,
): boolean {
  return useEvaluation()(`${manifest.id}.${name}`, manifest.flags[name]?.default ?? false);
}
