/** `slipway trust revoke <key id> --env`: takes a key out of every role. The revisions that it signed stay in the history. */
import { slipwayCommand } from '../command-line/command';
import { draftArg, draftNotice, openTrustTarget, storeArg } from '../command-line/trust';
import { keyNamed, revokeKey } from '../trust/edits';
import { shortKey } from '../trust/keys';

export default slipwayCommand({
  meta: { name: 'slipway trust revoke', description: 'Take a key out of every role' },
  args: {
    key: { type: 'positional', required: true, description: 'The first digits of its id' },
    ...storeArg,
    ...draftArg,
    force: {
      type: 'boolean',
      default: false,
      description: 'Even if something that runs now is no longer trusted',
    },
  },
  examples: [
    'slipway trust revoke 1a2b3c4d --env production',
    'slipway trust revoke 1a2b3c4d --env production --force',
  ],
  async run({ key, env, force, draft }, terminal) {
    const { trust } = await openTrustTarget(terminal, env, draft);
    const keyId = keyNamed(trust, key);
    const roles = await revokeKey(trust, keyId, force);
    return {
      text: [
        `Key ${shortKey(keyId)} is out of ${roles.join(', ')}. Run slipway trust renew --env ${env}, so that no older list of keys is accepted`,
        ...draftNotice(draft, env),
      ].join('\n'),
      data: { keyId, roles },
    };
  },
});
