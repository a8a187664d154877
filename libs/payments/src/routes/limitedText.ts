/**
 * The body of a request as text, with a limit whether or not a length is announced. Hono's body limit copies a request
 * without a content length, such as a proxy's, and Node's adapter makes requests that cannot be copied.
 */
import { PaymentProblem } from '../problem';

/** Bytes: an event of the provider has a few thousand. */
const MAX_BODY = 256 * 1024;

/** @throws `PaymentProblem` with status 413 */
export async function limitedText({ body }: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > MAX_BODY) throw new PaymentProblem(413, 'The body is larger than 256 KB');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}
