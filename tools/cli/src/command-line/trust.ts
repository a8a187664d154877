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
export async function openTrustTarget(
  terminal: Terminal,
  name: string,
  draft?: string,
): Promise<TrustTarget> {
  const workspace = terminal.workspace();
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  const trust = await openTrust({ options: workspace.trust, store, environment });
  return { environment, store, trust: { ...trust, draft } };
}

/** For commands that may create a new root. */
export const draftArg = {
  draft: {
    type: 'string',
    valueHint: 'file',
    description: 'Write the new root to this file, for root keys on other machines (slipway trust cosign)',
  },
} as const;

/** What to do with a draft, as the last line of a command's output. */
export const draftNotice = (draft: string | undefined, env: string): string[] =>
  draft === undefined
    ? []
    : [
        `The new root is in ${draft} and not in the store: its holders run slipway trust cosign ${draft}, then you run slipway trust merge ${draft} --env ${env}`,
      ];

export const storeArg = {
  env: {
    type: 'string',
    valueHint: 'name',
    required: true,
    description: 'An environment; the command works on the trust of its store',
  },
} as const;
