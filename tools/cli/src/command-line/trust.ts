/** The trust of the store that an environment's file names, for the commands of `slipway trust`. */
import type { Environment } from '../environment/environment';
import type { Store } from '../store/store';
import { openTrust, type Trust } from '../trust/open';
import type { Terminal } from './command';

export interface TrustTarget {
  environment: Environment;
  store: Store;
  trust: Trust;
}

/** A family of previews is fine: its previews share one store. @throws `not_found`, `slice_untrusted` */
export async function openTrustTarget(terminal: Terminal, name: string): Promise<TrustTarget> {
  const workspace = terminal.workspace();
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  const trust = await openTrust({ options: workspace.trust, store, environment });
  return { environment, store, trust };
}

export const storeArg = {
  env: {
    type: 'string',
    valueHint: 'name',
    required: true,
    description: 'An environment; the command works on the trust of its store',
  },
} as const;
