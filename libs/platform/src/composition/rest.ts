/**
 * The slices that the document does not inline. They are fetched when the page is idle, or when a link, a slot or a
 * list of pages needs one. A small script that differs in each revision names the file and its hash, so that most
 * documents stay the same when other slices are deployed. No code of the file runs unless its bytes match the hash
 * (decisions 056, 107).
 */
import { AppError, type ComposedSlice, type Composition } from '@slipway/contracts';
import { createEmitter } from '@slipway/state';
import { RestFailure } from '../loading/loadFailure';
import { parsed } from './composition';

/** The service worker imports it too; `tools/cli/src/composition/worker.ts` writes it. */
const REVISION = '/slipway-revision.js';

interface Revision {
  environment: string;
  /** The version of the shell. */
  shell: string;
  rest: { path: string; integrity: string };
}

/** Milliseconds until a request counts as failed. */
const LIMIT = 10_000;

type Slices = Readonly<Record<string, ComposedSlice>>;

/** Whether the page knows the whole composition, and how it loads the rest. */
export interface Rest {
  isComplete(): boolean;
  /** Whether the last attempt failed. A link to an unknown slice then loads a document, which inlines that slice. */
  hasFailed(): boolean;
  /**
   * Adds the missing slices to the page; a failed attempt is repeated by the next call.
   * @throws `RestFailure`
   */
  load(): Promise<void>;
  /** Calls `listener` when it is complete. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** For a page that knows the whole composition. */
export const noRest: Rest = {
  isComplete: () => true,
  hasFailed: () => false,
  load: () => Promise.resolve(),
  subscribe: () => () => undefined,
};

const request = async (path: string, options: RequestInit): Promise<Response> => {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(LIMIT) });
  if (!response.ok)
    throw new AppError('slice_unreachable', `${path} returned status ${String(response.status)}`);
  return response;
};

/** The file of the current revision. Its shell may be newer than this one, and its slices may not fit this shell. */
async function newestFile({ environment, shell }: Composition): Promise<Revision['rest']> {
  const text = await (await request(REVISION, { cache: 'no-cache' })).text();
  const [, json = '{}'] = /^self\.slipwayRevision=(\{.*\});\n$/.exec(text) ?? [];
  const newest = JSON.parse(json) as Revision;
  if (newest.environment !== environment || newest.shell !== shell.version)
    throw new AppError('slice_unreachable', 'The environment runs another shell now');
  return newest.rest;
}

async function wholeComposition(composed: Composition): Promise<Composition> {
  const { path, integrity } = composed.rest?.file ?? (await newestFile(composed));
  return parsed(await (await request(path, { integrity })).json(), path);
}

/** `add` makes new slices known to the page before `load` resolves. */
export function createRest(composed: Composition, add: (slices: Slices) => Promise<void>): Rest {
  if (!composed.rest) return noRest;
  const completed = createEmitter();
  let isComplete = false;
  let hasFailed = false;
  let running: Promise<void> | undefined;

  const load = async () => {
    try {
      const { slices } = await wholeComposition(composed);
      // A page keeps the release of each slice that it already knows.
      await add(Object.fromEntries(Object.entries(slices).filter(([id]) => !(id in composed.slices))));
      isComplete = true;
      hasFailed = false;
    } catch (error) {
      running = undefined;
      hasFailed = true;
      throw new RestFailure(error);
    }
    completed.emit();
  };
  return {
    isComplete: () => isComplete,
    hasFailed: () => hasFailed,
    load: () => (running ??= load()),
    subscribe: completed.subscribe,
  };
}
