/** The policy of an environment for commands that do not deploy. */
import { isAppError } from '@slipway/contracts';
import type { Policy } from '../environment/policy';
import { verifiedState } from '../trust/deploying';
import type { Trust } from '../trust/open';
import { pastOf } from './past';

/** When the current revision cannot be verified, that of the newest one that this machine has verified: a publish may repair it. */
export async function knownPolicy(trust: Trust, environment: string): Promise<Policy | undefined> {
  try {
    const state = await verifiedState(trust, environment);
    return state && (await pastOf(trust.store, environment, state.statement)).settings?.policy;
  } catch (error) {
    if (!isAppError(error) || error.code === 'unavailable') throw error;
    return trust.pins.seen(environment)?.policy;
  }
}
