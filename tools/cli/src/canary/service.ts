/** Judges the canaries of an environment in a service, which has the environment's file and perhaps a key. */
import type { HealthSource } from '@slipway/health';
import { openTarget } from '../command-line/target';
import { findWorkspace } from '../environment/workspace';
import { type CanaryTurn, createCanaryTurns } from './watch';

export type { CanaryTurn };

/**
 * Returns a function that takes one turn for each canary of the environment. A step for which the keys in `env` do not
 * suffice is proposed. @throws `not_found` when the folder `SLIPWAY_ENVIRONMENTS` has no such environment
 */
export async function canaryTurns(
  name: string,
  source: HealthSource,
  env: NodeJS.ProcessEnv,
): Promise<() => Promise<CanaryTurn[]>> {
  const target = await openTarget(findWorkspace(process.cwd(), env), name);
  return createCanaryTurns({ target, source, author: 'collector', proposes: true });
}
