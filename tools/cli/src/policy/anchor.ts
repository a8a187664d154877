/** Where the verification of revisions starts: the newest one that was verified before. */
import type { Policy } from '../environment/policy';
import type { Trust } from '../trust/open';
import type { SeenRevision } from '../trust/pins';
import { statedPolicy, statementWith } from './past';

/** The newest revision that was verified before. */
export interface Anchor {
  revision: number;
  sha256: string;
  policy: () => Promise<Policy | undefined>;
}

/** The anchor of an environment: the revision that this machine has verified, or that of the timestamp, whichever is newer. */
export function anchorOf(
  { store }: Trust,
  environment: string,
  seen: SeenRevision | undefined,
  fresh: { revision: number; sha256: string } | undefined,
): Anchor | undefined {
  if (seen?.statement !== undefined && seen.revision >= (fresh?.revision ?? 0)) {
    const { revision, statement, policy } = seen;
    return { revision, sha256: statement, policy: () => Promise.resolve(policy) };
  }
  return (
    fresh && {
      ...fresh,
      policy: async () =>
        statedPolicy(
          store,
          environment,
          await statementWith(store, environment, fresh.revision, fresh.sha256),
        ),
    }
  );
}
