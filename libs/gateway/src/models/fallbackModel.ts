/** A model with a substitute: when the first one fails before its first output, the second one is asked. */
import { ApiProblem } from '../apiProblem';
import type { Model } from './model';

const isUnavailable = (error: unknown) => error instanceof ApiProblem && error.status >= 500;

/** Logs and responses name the first model. */
export const fallbackModel = (first: Model, second: Model): Model => ({
  name: first.name,
  hasTools: Boolean(first.hasTools && second.hasTools),
  async *complete(...parameters) {
    const [, , signal] = parameters;
    let hasOutput = false;
    try {
      for await (const part of first.complete(...parameters)) {
        hasOutput = true;
        yield part;
      }
      return;
    } catch (error) {
      if (hasOutput || signal.aborted || !isUnavailable(error)) throw error;
    }
    yield* second.complete(...parameters);
  },
});
