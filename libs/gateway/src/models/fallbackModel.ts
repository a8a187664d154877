/** A model with substitutes: when one fails before its first output, a part reports it, and the next one is asked. */
import { ApiProblem } from '../apiProblem';
import type { Model } from './model';

const isUnavailable = (error: unknown) => error instanceof ApiProblem && error.status >= 500;

/** Models in the order in which they are asked. Responses name the first one. */
export const fallbackModel = (first: Model, ...others: readonly Model[]): Model => ({
  name: first.name,
  hasTools: [first, ...others].every(({ hasTools }) => hasTools === true),
  embeddings: first.embeddings,
  async *complete(...parameters) {
    const [, , signal] = parameters;
    let hasOutput = false;
    for (const [index, model] of [first, ...others].entries()) {
      try {
        for await (const part of model.complete(...parameters)) {
          hasOutput = true;
          yield part;
        }
        return;
      } catch (error) {
        const next = others[index];
        if (hasOutput || !next || signal.aborted || !isUnavailable(error)) throw error;
        yield { failover: { from: model.name, to: next.name, cause: error } };
      }
    }
  },
});
