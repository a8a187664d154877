/** Responds with an object of a store. */
import { createHash } from 'node:crypto';
import {
  deltaKeyTo,
  dictionaryHeader,
  earlierHash,
  encodings,
  laterFiles,
  objectHeaders,
  type Store,
} from '@slipway/cli';

/** The path on the origin of a file in a public area. */
const pathOf = (key: string) => key.replace(/^environments\/[^/]+\/public(?=\/)/, '');

/** The object `key` in the smallest encoding that the browser accepts. */
export async function stored(
  store: Store,
  key: string,
  request: Request,
  status = 200,
): Promise<Response | undefined> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const wanted = (['br', 'gzip'] as const).filter((encoding) =>
    new RegExp(`\\b${encoding}\\b`).test(accepted),
  );
  const later = laterFiles(pathOf(key));
  const earlier = later && earlierHash(request.headers);
  const names = [
    ...(earlier === undefined ? [] : [deltaKeyTo(key, earlier)]),
    ...wanted.map((encoding) => key + encodings[encoding]),
    key,
  ];
  for (const name of names) {
    const bytes = await store.get(name);
    if (!bytes) continue;
    const { contentType, cacheControl, contentEncoding } = objectHeaders(name);
    return new Response(new Uint8Array(bytes), {
      status,
      headers: {
        'content-type': contentType,
        'cache-control': cacheControl,
        vary: later ? 'accept-encoding, available-dictionary' : 'accept-encoding',
        ...(later && { 'use-as-dictionary': dictionaryHeader(later) }),
        ...(contentEncoding ? { 'content-encoding': contentEncoding } : {}),
      },
    });
  }
  return undefined;
}

/** The same, with an ETag of its content: the object that a browser has already gets 304, also after a deploy. */
export async function storedUnlessKnown(
  store: Store,
  key: string,
  request: Request,
): Promise<Response | undefined> {
  const [bytes, response] = await Promise.all([store.get(key), stored(store, key, request)]);
  if (!bytes || !response) return undefined;
  // Weak: compressed or not, it is the same object.
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  response.headers.set('etag', etag);
  if (request.headers.get('if-none-match') !== etag) return response;
  return new Response(null, { status: 304, headers: response.headers });
}
