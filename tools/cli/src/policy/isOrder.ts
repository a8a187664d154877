/** Finds the revisions that need no approval: those that only end canaries. */
import type { Store } from '../store/store';
import { readerOf } from '../trust/statements';
import { endsCanary, storedOrderFailure } from './order';
import type { Past } from './past';

/** A revision that only ends canaries needs no approval, whatever the policy. */
export async function isOrder(store: Store, before: Past, past: Past): Promise<boolean> {
  const parts = [before, past].map(({ statement }) => ({ statement, read: readerOf(store, statement) }));
  const [earlier, order] = parts;
  if (!earlier || !order || !endsCanary(before.composition, past.composition)) return false;
  return (await storedOrderFailure(earlier, order, await store.now())) === undefined;
}

/** An order right after a revision that was made before there was a policy: no record has its documents. */
export const isFirstOrder = async (store: Store, before: Past | undefined, past: Past): Promise<boolean> =>
  before !== undefined && past.record.policy === undefined && (await isOrder(store, before, past));
