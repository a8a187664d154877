/** Finds live revisions that would no longer be trusted after a change of the delegations. */
import { Metadata } from '@tufjs/models';
import { isAppError } from '@slipway/contracts';
import { currentRevision } from '../composition/read';
import type { Key } from '@tufjs/models';
import { anchorOf } from '../policy/anchor';
import { verifyPolicy } from '../policy/chain';
import { type Delegation, delegationsIn, targetsOf } from './metadata';
import type { Trust } from './open';
import { timestampKey } from './paths';
import { verifyRevision } from './revisions';
import { verifyTimestamp } from './timestamps';

/** Environments in the store with a current revision, and its number. */
export async function liveRevisions({
  store,
}: Pick<Trust, 'store'>): Promise<{ environment: string; revision: number }[]> {
  const names = await store.list('environments');
  const all = await Promise.all(
    names.map(async (environment) => ({ environment, revision: await currentRevision(store, environment) })),
  );
  return all.filter(({ revision }) => revision > 0);
}

/** The trust as it would be. Nothing is signed or written. */
export function planned(trust: Trust, delegations: readonly Delegation[], keys: readonly Key[] = []): Trust {
  const { signed } = trust.chain.targets;
  const known = [...Object.values(signed.delegations?.keys ?? {}), ...keys];
  const targets = targetsOf(signed.version, { delegations, keys: known, names: Buffer.alloc(0) }, trust.now);
  // A new store object, because results for the current delegations do not count.
  return { ...trust, store: { ...trust.store }, chain: { ...trust.chain, targets: new Metadata(targets) } };
}

/** One line for each current revision that `trust` does not verify. */
export async function untrustedRevisions(trust: Trust): Promise<string[]> {
  const lines = await Promise.all(
    (await liveRevisions(trust)).map(async ({ environment, revision }) => {
      try {
        const { statement } = await verifyRevision(trust, environment, revision);
        const stamp = await trust.store.get(timestampKey(environment));
        const fresh = stamp && verifyTimestamp(trust.chain, environment, stamp);
        await verifyPolicy(trust, environment, statement, anchorOf(trust, environment, undefined, fresh));
        return [];
      } catch (error) {
        if (!isAppError(error)) throw error;
        return [error.message];
      }
    }),
  );
  return lines.flat();
}

/** The delegations without a key in those roles that `isAffected` selects. */
export const withoutKey = (
  trust: Trust,
  keyId: string,
  isAffected: (role: Delegation) => boolean,
): Delegation[] =>
  delegationsIn(trust.chain.targets.signed).map((role) =>
    isAffected(role) ? { ...role, keyIds: role.keyIds.filter((one) => one !== keyId) } : role,
  );
