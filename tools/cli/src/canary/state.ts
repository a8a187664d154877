/** The state of an automatic canary, read from the signed revisions of its environment. It is kept nowhere else. */
import { AppError } from '@slipway/contracts';
import type { Target } from '../command-line/target';
import { history } from '../composition/read';
import { selectionOf } from '../composition/selection';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';
import { verifyRevision, type VerifiedRevision } from '../trust/revisions';
import type { Trust } from '../trust/open';

export type CanaryState =
  | { kind: 'absent'; stable: string; aborted: { revision: number; reason: string } | undefined }
  | { kind: 'finished'; revision: number }
  | {
      kind: 'running';
      stable: string;
      percent: number;
      /** When the canary, and its present step, began. Milliseconds since 1970, by the store's clock. */
      began: number;
      since: number;
    };

/** The revisions that are searched for an earlier abort of the same release. */
const SEARCHED = 100;

/** The first revision of the canary that runs in `current`: the previous one has another pair of releases. */
async function beginning(trust: Trust, slice: string, current: VerifiedRevision): Promise<number> {
  const pairOf = ({ composition }: VerifiedRevision) => {
    const { stable, canaries } = selectionOf(composition);
    return `${stable.get(slice) ?? ''} ${canaries.get(slice)?.version ?? ''}`;
  };
  let first = current;
  while (first.record.previous > 0) {
    const { environment } = first.composition;
    const before = await verifyRevision(trust, environment, first.record.previous).catch(() => undefined);
    // A pruned revision is not needed: the reports from before it have been deleted.
    if (!before || pairOf(before) !== pairOf(current)) break;
    first = before;
  }
  return Date.parse(first.composition.createdAt);
}

async function abortOf({ store, environment }: Target, slice: string, version: string) {
  let searched = 0;
  for await (const { composition, record } of history(store, environment.name)) {
    const change = record.changes.find(({ kind, app }) => kind === 'canary' && app === slice);
    if (change?.kind === 'canary' && change.from?.version === version && change.to === null)
      return { revision: composition.revision, reason: record.reason };
    searched += 1;
    if (searched === SEARCHED) break;
  }
  return undefined;
}

/** @throws `not_found` when the environment does not run the slice, `conflict` for a canary of another release */
export async function canaryState(target: Target, slice: string, version: string): Promise<CanaryState> {
  const { workspace, environment, store, named } = target;
  const trust = await openTrust({ options: workspace.trust, store, environment });
  const current = await verifiedState(trust, environment.name);
  const { stable, canaries } = selectionOf(current?.composition);
  const [running, everyone] = [canaries.get(slice), stable.get(slice)];
  if (!current || everyone === undefined)
    throw new AppError(
      'not_found',
      `${named} does not run ${slice} yet: slipway deploy ${slice} --env ${named}`,
    );
  if (everyone === version) return { kind: 'finished', revision: current.composition.revision };
  if (!running) return { kind: 'absent', stable: everyone, aborted: await abortOf(target, slice, version) };
  if (running.version !== version) {
    throw new AppError(
      'conflict',
      `${slice} has another canary in ${named} (${running.version.slice(0, 8)}, ${String(running.percent)}%): first run slipway canary ${slice} --env ${named} --finish or --abort`,
    );
  }
  const since = current.record.since.canaries[slice]?.at ?? current.composition.createdAt;
  return {
    kind: 'running',
    stable: everyone,
    percent: running.percent,
    began: await beginning(trust, slice, current),
    since: Date.parse(since),
  };
}
