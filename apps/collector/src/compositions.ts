/** Reads the current composition of an environment from its app, with which every host serves it. */
import { type Composition, parseComposition } from '@slipway/contracts';

/** Milliseconds. */
const TIMEOUT = 10_000;

/** `environments` maps names to origins. The result rejects when an app cannot be reached. */
export const compositionReader =
  (environments: ReadonlyMap<string, string>) =>
  async (environment: string): Promise<Composition | undefined> => {
    const origin = environments.get(environment);
    if (origin === undefined) return undefined;
    const url = `${origin}/slipway.json`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    const composition = parseComposition(await response.json(), url);
    return composition.environment === environment ? composition : undefined;
  };
