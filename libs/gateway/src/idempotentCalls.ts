/**
 * Calls with an idempotency key in this process. While one runs, repeats wait for it; after that they get its reply
 * from memory, for ten minutes. The database has the calls of other processes, and replies for 24 hours.
 */
import { LRUCache } from 'lru-cache';
import { ApiProblem, clientDisconnected } from './apiProblem';
import type { CompletionEnd, CompletionEvent } from './modelRun';
import { addToolCallParts, partsOf, type ToolCall } from './models/toolCalls';
import { unlessAborted } from './unlessAborted';

export interface CachedCompletion {
  /** The call's id. */
  id: string;
  text: string;
  toolCalls?: ToolCall[] | undefined;
  end: CompletionEnd;
}

/** A call as its caller receives it. */
export interface StartedCall {
  id: string;
  events: AsyncGenerator<CompletionEvent, void, void>;
  /** Response headers, such as `sunset`. */
  headers: Record<string, string>;
}

interface KnownCall {
  requestHash: string;
  completion: Promise<CachedCompletion>;
}

export interface IdempotentCalls {
  /**
   * The running or finished call of this key, or the call that `start` begins. Errors of `start` and of the run reach
   * every request that waits. @throws `ApiProblem` 422 for another request with the same key
   */
  once(
    call: { deployment: string; key: string; requestHash: string; signal: AbortSignal },
    start: () => Promise<StartedCall>,
  ): Promise<StartedCall>;
}

/** Characters. */
const MAX_SIZE = 16_000_000;

export const keyReused = () =>
  new ApiProblem(422, 'This idempotency key was used with another request. Send a new one');

async function* eventsOf({
  text,
  toolCalls,
  end,
}: Omit<CachedCompletion, 'id'>): AsyncGenerator<CompletionEvent, void, void> {
  if (text || !toolCalls) yield { text };
  if (toolCalls) yield { toolCalls: partsOf(toolCalls) };
  yield { end };
}

/** A call that has ended before. */
export const replayed = ({ id, ...completion }: CachedCompletion): StartedCall => ({
  id,
  events: eventsOf(completion),
  headers: { 'idempotent-replayed': 'true' },
});

/** The completion that other requests with the key wait for, and how the request that runs the call settles it. */
interface Settlement {
  completion: Promise<CachedCompletion>;
  resolve: (completion: CachedCompletion) => void;
  reject: (error: unknown) => void;
}

function createSettlement(): Settlement {
  let resolve: Settlement['resolve'] = () => undefined;
  let reject: Settlement['reject'] = () => undefined;
  const completion = new Promise<CachedCompletion>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  completion.catch(() => undefined); // there may be no other request that waits
  return { completion, resolve, reject };
}

/** Yields the events of a call. `onEnd` is called with the complete call before its last event. */
async function* collected(
  { id, events }: StartedCall,
  onEnd: (completion: CachedCompletion) => void,
): AsyncGenerator<CompletionEvent, void, void> {
  let text = '';
  const toolCalls: ToolCall[] = [];
  for await (const event of events) {
    if ('text' in event) text += event.text;
    else if ('toolCalls' in event) addToolCallParts(toolCalls, event.toolCalls);
    else if ('end' in event)
      onEnd({ id, text, end: event.end, ...(toolCalls.length > 0 ? { toolCalls } : {}) });
    yield event;
  }
}

export function createIdempotentCalls(): IdempotentCalls {
  const running = new Map<string, KnownCall>();
  const finished = new LRUCache<string, { requestHash: string; completion: CachedCompletion }>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ completion }) =>
      completion.text.length + JSON.stringify(completion.toolCalls ?? []).length,
    ttl: 600_000,
  });

  return {
    async once({ deployment, key, requestHash, signal }, start) {
      const name = `${deployment} ${key}`;
      const known = running.get(name) ?? finished.get(name);
      if (known) {
        if (known.requestHash !== requestHash) throw keyReused();
        return replayed(await unlessAborted(signal, Promise.resolve(known.completion), clientDisconnected));
      }

      const { completion, resolve, reject } = createSettlement();
      running.set(name, { requestHash, completion });

      /** Settles the waiting repeats when the call ends, in success or failure. */
      async function* followed(started: StartedCall): AsyncGenerator<CompletionEvent, void, void> {
        try {
          yield* collected(started, (complete) => {
            finished.set(name, { requestHash, completion: complete });
            resolve(complete);
          });
        } catch (error) {
          reject(error);
          throw error;
        } finally {
          running.delete(name);
          reject(new ApiProblem(503, 'The call did not end. Try again', { retryAfter: 1 }));
        }
      }

      try {
        const started = await start();
        return { ...started, events: followed(started) };
      } catch (error) {
        running.delete(name);
        reject(error);
        throw error;
      }
    },
  };
}
