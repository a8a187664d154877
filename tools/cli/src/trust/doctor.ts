/** Checks the signatures of what an environment runs, and how long they last, for `slipway doctor`. */
import { AppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import type { Store } from '../store/store';
import { freshState } from './deploying';
import { openTrust } from './open';

const DAY = 86_400_000;
/** Days before an expiry that are reported: the keys of root and targets are offline. */
const WARNED = 30;

/** @throws `slice_untrusted`, `not_found`; `unavailable` when something expires soon */
export async function checkSignatures(
  workspace: Workspace,
  environment: Environment,
  store: Store,
): Promise<string> {
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  const state = await freshState(trust, environment.name);
  const { root, targets } = trust.chain;
  const soon = [
    ['root', root.signed.expires],
    ['targets', targets.signed.expires],
  ].find(([, expires = '']) => Date.parse(expires) - trust.now.getTime() < WARNED * DAY);
  if (soon) {
    throw new AppError(
      'unavailable',
      `the ${soon[0] ?? ''} of ${store.address} expires at ${soon[1] ?? ''}: slipway trust renew --env ${environment.name} --role ${soon[0] ?? ''}`,
    );
  }
  const author = state?.record.author ?? 'no key';
  return `revision ${String(state?.composition.revision ?? 0)} is signed by ${author}, and known to be the newest until ${state?.freshUntil ?? ''}`;
}
