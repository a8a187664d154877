/** The verified history of an environment: the signed current revision, and those before it by the hashes in the statements. */
import { isAppError } from '@slipway/contracts';
import { type Past, pastOf, replacedBy } from '../policy/past';
import { freshState } from './deploying';
import type { Trust } from './open';
import { isUntrusted } from './revisions';

/**
 * `from` and the revisions before it, newest first. Ends at a damaged or missing one: nothing proves earlier revisions.
 */
export async function* historyFrom({ store }: Pick<Trust, 'store'>, from: Past): AsyncGenerator<Past> {
  const { environment } = from.composition;
  for (let past: Past | undefined = from; past;) {
    yield past;
    try {
      past = await replacedBy(store, environment, past.statement);
    } catch (error) {
      if (!isUntrusted(error) && !(isAppError(error) && error.code === 'not_found')) throw error;
      return;
    }
  }
}

/** The revisions that were current, newest first. @throws `slice_untrusted`, also when nothing proves which is the newest */
export async function* verifiedHistory(trust: Trust, environment: string): AsyncGenerator<Past> {
  const state = await freshState(trust, environment);
  if (state) yield* historyFrom(trust, await pastOf(trust.store, environment, state.statement));
}
