/**
 * Responses to the requests that the document has sent before the app started (`apps/shell/src/prerenderedScript.ts`,
 * decision 102).
 */

/** By method, address, authorization and body. Undefined stands for a request without a response. */
type Responses = Map<string, Promise<Response | undefined>>;

/** Milliseconds from the document's request until its responses are out of date. */
const KEPT = 30_000;

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

const responsesOf = () => (window as { slipwayResponses?: Responses }).slipwayResponses;

/** Whether the document has sent requests whose responses nothing has taken yet. */
export const hasEarlyResponses = (): boolean => (responsesOf()?.size ?? 0) > 0;

/**
 * The response to the same request of the document, once. Undefined if the document sent no such request, or got no
 * response.
 * @throws when aborted
 */
export async function earlyResponse(
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response | undefined> {
  const responses = responsesOf();
  if (!responses || responses.size === 0) return undefined;
  const { method = 'GET', headers, body, signal } = init ?? {};
  const authorization = new Headers(headers).get('authorization');
  const address = input instanceof Request ? input.url : String(input);
  const key = [method, address, authorization, body].join('\n');
  const response = responses.get(key);
  responses.delete(key);
  if (!response || performance.now() > KEPT) return undefined;
  return signal ? Promise.race([response, aborted(signal)]) : response;
}
