/**
 * `slipway trust renew --env`: a scheduled job runs this with the online key. It verifies each environment of the store,
 * then says in a new timestamp that its revision is current. `--role` signs the root or the targets again instead.
 */
import { AppError, isAppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { draftArg, draftNotice, openTrustTarget, storeArg } from '../command-line/trust';
import { allEnded } from '../store/parallel';
import { liveRevisions } from '../trust/dependents';
import { verifiedState } from '../trust/deploying';
import { rolesIn, writeRoot, writeTargets } from '../trust/initialize';
import { shortKey } from '../trust/keys';
import { topRole } from '../trust/chain';
import type { Trust } from '../trust/open';
import { isUntrusted } from '../trust/revisions';
import { writeProof } from '../trust/proof';
import { renewTimestamp } from '../trust/timestamps';

/** A line for each environment. If one cannot be verified, it gets no timestamp, and the others continue. */
async function renewAll(
  trust: Trust,
): Promise<{ environment: string; revision: number; error: AppError | null }[]> {
  const role = topRole(trust.chain.root, 'timestamp');
  if (!role.keyIds.some((keyId) => trust.signer.keyIds.includes(keyId))) {
    throw new AppError(
      'forbidden',
      `No key here may sign timestamps: role timestamp has ${role.keyIds.map(shortKey).join(', ')}. Set SLIPWAY_SIGNING_KEY_FILE to its file`,
    );
  }
  return allEnded(
    (await liveRevisions(trust)).map(async ({ environment, revision }) => {
      try {
        const state = await verifiedState(trust, environment);
        if (state) await renewTimestamp(trust, environment, state.statement);
        await writeProof(trust, environment, { isRepair: true });
        return { environment, revision, error: null };
      } catch (error) {
        if (!isAppError(error)) throw error;
        return { environment, revision, error };
      }
    }),
  );
}

export default slipwayCommand({
  meta: { name: 'slipway trust renew', description: 'Sign new timestamps, before the last ones expire' },
  args: {
    ...storeArg,
    role: { type: 'string', valueHint: 'name', description: 'root or targets, instead of the timestamps' },
    ...draftArg,
  },
  examples: ['slipway trust renew --env production', 'slipway trust renew --env production --role targets'],
  async run({ env, role, draft }, terminal) {
    if (role !== undefined && role !== 'root' && role !== 'targets')
      throw new AppError('invalid_input', `--role ${role} must be root or targets`);
    if (draft !== undefined && role !== 'root')
      throw new AppError('invalid_input', '--draft needs --role root');
    const { trust } = await openTrustTarget(terminal, env, draft);
    const { store, chain, signer, now } = trust;
    if (role === 'targets') {
      const version = await writeTargets(store, chain, signer, {}, now);
      return { text: `Signed targets ${String(version)}`, data: { role, version } };
    }
    if (role === 'root') {
      const { signed } = await writeRoot(trust, rolesIn(chain.root));
      const text = [`Signed root ${String(signed.version)}`, ...draftNotice(draft, env)].join('\n');
      return { text, data: { role, version: signed.version } };
    }
    const renewed = await renewAll(trust);
    const errors = renewed.flatMap(({ error }) => error ?? []);
    const worst = errors.find(isUntrusted) ?? errors[0];
    if (worst) {
      const messages = new Set(errors.map(({ message }) => message)); // a full disk has the same one for each
      throw new AppError(worst.code, [...messages].join('\n'));
    }
    return {
      text:
        renewed
          .map(({ environment, revision }) => `${environment}: revision ${String(revision)} is current`)
          .join('\n') || `No environment of ${store.address} runs anything yet`,
      data: renewed,
    };
  },
});
