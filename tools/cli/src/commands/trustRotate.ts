/** `slipway trust rotate <key id> <public key> --env`: replaces a key by another one of the same owner, in every role. */
import { slipwayCommand } from '../command-line/command';
import { openTrustTarget, storeArg } from '../command-line/trust';
import { liveRevisions } from '../trust/dependents';
import { addBeside, isInUse, keyNamed, revokeKey } from '../trust/edits';
import { publicKey, shortKey } from '../trust/keys';
import { cosignLive } from '../trust/signing';

export default slipwayCommand({
  meta: { name: 'slipway trust rotate', description: 'Replace a key by a new one of the same owner' },
  args: {
    old: { type: 'positional', required: true, description: 'The first digits of the id of the old key' },
    new: { type: 'positional', required: true, description: 'The new public key' },
    ...storeArg,
  },
  examples: ['slipway trust rotate 1a2b3c4d <key> --env production'],
  async run({ old, new: hex, env }, terminal) {
    const key = publicKey(hex);
    const { trust } = await openTrustTarget(terminal, env);
    const keyId = keyNamed(trust, old);
    const roles = await addBeside(trust, keyId, key);
    const { trust: both } = await openTrustTarget(terminal, env);
    if (both.signer.keyIds.includes(key.keyID)) {
      for (const { environment, revision } of await liveRevisions(both)) {
        await cosignLive(both, environment, revision);
      }
    }
    if (isInUse(both, keyId)) await revokeKey(both, keyId, false);
    return {
      text: `Key ${shortKey(key.keyID)} replaces ${shortKey(keyId)} in ${roles.join(', ')}. Run slipway trust renew --env ${env}, so that no older list of keys is accepted`,
      data: { before: keyId, keyId: key.keyID, roles },
    };
  },
});
