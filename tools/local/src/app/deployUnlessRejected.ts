/**
 * The deploy of `npm start`. If the policy of `local` rejects it, in a freeze or without approvals, the current
 * revision is served unchanged.
 */
import {
  changeLines,
  changesBetween,
  commandAdvice,
  deploy,
  type DeployRequest,
  selectionOf,
} from '@slipway/cli';
import type { Composition } from '@slipway/contracts';

interface Outcome {
  before: Composition | undefined;
  /** The composition that is served. */
  composition: Composition;
  /** The changes that were not deployed, the reasons, and how to proceed, in one line. */
  rejection?: string;
}

/** @throws as `deploy` does, for any other reason */
export async function deployUnlessRejected(given: DeployRequest): Promise<Outcome> {
  const { name } = given.environment;
  const advice = {
    ...commandAdvice,
    bypass: `remove the freeze from environments/${name}.json and run npx slipway env apply --env ${name} --break-glass --reason "…"`,
    plan: `run npx slipway deploy <slice> --env ${name} --plan --reason "…", and ask them to approve that plan`,
  };
  const request = { ...given, advice };
  try {
    return await deploy(request);
  } catch (error) {
    // Anything but the policy rejects a dry run too.
    const planned = await deploy({ ...request, isDryRun: true }).catch(() => undefined);
    const { before, composition, record, rejections = [] } = planned ?? {};
    if (!before || !composition || !record || rejections.length === 0) throw error;
    const changes = changeLines(changesBetween(selectionOf(before), selectionOf(composition)));
    const parts = [...changes, ...record.settings].join(', ');
    return {
      ...{ before, composition: before },
      rejection: `${name} keeps revision ${String(before.revision)}, without ${parts}. ${rejections.join('; ')}. The next npm start tries again`,
    };
  }
}
