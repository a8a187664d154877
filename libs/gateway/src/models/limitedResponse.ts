/**
 * A response whose body ends with an error if it is too large. An endless body would fill the memory of the process,
 * and the client library searches all of an unfinished line again with each chunk, which blocks the process for a
 * minute.
 */
import { ApiProblem } from '../apiProblem';

/** Bytes: 64 embeddings of 8,192 dimensions have about 10 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of an event. Some endpoints send a complete output as one. */
const MAX_LINE = 256 * 1024;

const tooLarge = (what: string) => new ApiProblem(502, `The model sent ${what}. Try again`);

const LF = 10;
const CR = 13;

/** Counts the bytes of a stream. `take` returns the error that ends it. */
function createLimits(isStream: boolean) {
  let bytes = 0;
  let line = 0;
  return {
    take(part: Uint8Array): ApiProblem | undefined {
      bytes += part.byteLength;
      if (bytes > MAX_BYTES) return tooLarge('more than 16 MB');
      if (!isStream) return undefined;
      const end = Math.max(part.lastIndexOf(LF), part.lastIndexOf(CR));
      line = end < 0 ? line + part.byteLength : part.byteLength - end - 1;
      return line > MAX_LINE ? tooLarge('an event of more than 256 KB') : undefined;
    },
  };
}

function limited(body: ReadableStream<Uint8Array>, isStream: boolean): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const limits = createLimits(isStream);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        const problem = limits.take(value);
        if (!problem) {
          controller.enqueue(value);
          return;
        }
        controller.error(problem);
        await reader.cancel(problem);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export function limitedResponse(response: Response, headers = response.headers): Response {
  const { status, statusText, body } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return new Response(body && limited(body, isStream), { status, statusText, headers });
}
