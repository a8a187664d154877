/** Ends a canary: by an order that needs no approval where the environment has a policy, else by a deploy. */
import type { Target } from '../command-line/target';
import { deploy } from '../composition/deploy';
import type { Deployed } from '../composition/deployRequest';
import { type By, canOrder, endCanary } from '../composition/endCanary';
import { currentComposition } from '../composition/read';
import { withoutCanary } from './edits';

/** @throws as a deploy does */
export async function abortCanary(target: Target, app: string, by: By): Promise<Deployed> {
  const composition = await currentComposition(target.store, target.environment.name);
  return (await canOrder(target, composition))
    ? endCanary(target, app, by)
    : deploy({ ...target, candidates: [], edits: withoutCanary(app, undefined), ...by });
}
