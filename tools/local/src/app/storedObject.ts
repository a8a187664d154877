/** Responds with an object of a store. */
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
