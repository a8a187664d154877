import { expect, it } from 'vitest';
import { limitedBody } from './limitedBody';

/** The part of a request that is read. */
const requestOf = (body: ReadableStream<Uint8Array<ArrayBuffer>> | null) => ({ body }) as Request;

const sent = (parts: readonly string[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

it.each([
  ['a body in parts', ['ab', 'c'], 'abc'],
  ['a body as long as the limit', ['ab', 'cd'], 'abcd'],
  ['a body that is longer', ['ab', 'cd', 'e'], undefined],
  ['letters that are longer in bytes', ['äöü'], undefined],
])('%s', async (_name, parts, expected) => {
  expect((await limitedBody(requestOf(sent(parts)), 4))?.toString()).toBe(expected);
});

it('a request without a body has an empty one', async () => {
  expect(await limitedBody(requestOf(null), 4)).toEqual(Buffer.alloc(0));
});

it('reads no further than the limit, and ends the body', async () => {
  let read = 0;
  let ended = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(3));
      },
      cancel() {
        ended = true;
      },
    },
    { highWaterMark: 0 },
  );
  expect(await limitedBody(requestOf(body), 4)).toBeUndefined();
  expect([read, ended]).toEqual([2, true]);
});
