/** The tokens of a call by model: each has its own price, and rounds of tools can be answered by different ones. */
import type { ModelTokens } from './modelRun';
import type { TokenCount } from './models/model';

export interface TokensByModel {
  /** Counts the difference between the new total and the last one: a model can send its total of a round several times. */
  add(model: string, total: TokenCount): void;
  /** Undefined if `last` has responded to all rounds of the call. */
  others(last: string): ModelTokens[] | undefined;
}

export function createTokensByModel(): TokensByModel {
  const counts = new Map<string, TokenCount>();
  let before: TokenCount = { input: 0, output: 0 };
  return {
    add(model, total) {
      const known = counts.get(model);
      counts.set(model, {
        input: (known?.input ?? 0) + total.input - before.input,
        output: (known?.output ?? 0) + total.output - before.output,
      });
      before = { input: total.input, output: total.output };
    },
    others(last) {
      if ([...counts.keys()].every((model) => model === last)) return undefined;
      return Array.from(counts, ([model, { input, output }]) => ({
        model,
        input_tokens: input,
        output_tokens: output,
      }));
    },
  };
}
