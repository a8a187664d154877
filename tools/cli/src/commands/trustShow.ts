/** `slipway trust show --env`: the roles of a store with their keys, owners and expiries. */
import { slipwayCommand } from '../command-line/command';
import { table } from '../command-line/text';
import { openTrustTarget, storeArg } from '../command-line/trust';
import { topRole } from '../trust/chain';
import { liveRevisions } from '../trust/dependents';
import type { Role } from '../trust/document';
import { shortKey } from '../trust/keys';
import { delegationsIn } from '../trust/metadata';
import type { Trust } from '../trust/open';
import { timestampKey } from '../trust/paths';
import { verifyTimestamp } from '../trust/timestamps';

async function timestampsOf(trust: Trust) {
  return Promise.all(
    (await liveRevisions(trust)).map(async ({ environment, revision }) => {
      const bytes = await trust.store.get(timestampKey(environment));
      const fresh = bytes && verifyTimestamp(trust.chain, environment, bytes);
      return { environment, revision, timestamp: fresh?.expires ?? null };
    }),
  );
}

export default slipwayCommand({
  meta: { name: 'slipway trust show', description: 'Show who may sign what, and what expires when' },
  args: { ...storeArg },
  examples: ['slipway trust show --env production', 'slipway trust show --env local --json'],
  async run({ env }, terminal) {
    const { trust, store } = await openTrustTarget(terminal, env);
    const { root, targets, names } = trust.chain;
    const owner = (keyId: string) => names.keys[keyId]?.name ?? 'unknown';
    const row = ({ name, keyIds, threshold }: Role, paths: readonly string[]) => ({
      ...{ role: name, threshold, paths },
      keys: keyIds.map((keyId) => ({
        keyId,
        owner: owner(keyId),
        isHere: trust.signer.keyIds.includes(keyId),
      })),
    });
    const roles = [
      ...(['root', 'targets', 'timestamp'] as const).map((name) => row(topRole(root, name), [])),
      ...delegationsIn(targets.signed).map((role) => row(role, role.paths)),
    ];
    const timestamps = await timestampsOf(trust);
    const timestampText = (expires: string | null) => {
      if (expires !== null) return `timestamp until ${expires}`;
      return trust.isOwn
        ? "no timestamp: a machine's own store needs none"
        : `no timestamp: slipway trust renew --env ${env}`;
    };
    return {
      text: [
        `${store.address}: root ${String(root.signed.version)} until ${root.signed.expires}, targets ${String(targets.signed.version)} until ${targets.signed.expires}`,
        table([
          ['role', 'needs', 'keys (* on this machine)'],
          ...roles.map(({ role, threshold, keys }) => [
            role,
            `${String(threshold)} of ${String(keys.length)}`,
            keys
              .map(({ keyId, owner: name, isHere }) => `${shortKey(keyId)}${isHere ? '*' : ''} ${name}`)
              .join(', '),
          ]),
        ]),
        ...timestamps.map(
          ({ environment, revision, timestamp }) =>
            `${environment}: revision ${String(revision)}, ${timestampText(timestamp)}`,
        ),
      ].join('\n'),
      data: {
        store: store.address,
        root: root.signed.version,
        targets: targets.signed.version,
        roles,
        timestamps,
      },
    };
  },
});
