/** Responds with an object of a store. */
import { encodings, objectHeaders, type Store } from '@slipway/cli';

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
  for (const name of [...wanted.map((encoding) => key + encodings[encoding]), key]) {
    const bytes = await store.get(name);
    if (!bytes) continue;
    const { contentType, cacheControl, contentEncoding } = objectHeaders(name);
    return new Response(new Uint8Array(bytes), {
      status,
      headers: {
        'content-type': contentType,
        'cache-control': cacheControl,
        vary: 'accept-encoding',
        ...(contentEncoding ? { 'content-encoding': contentEncoding } : {}),
      },
    });
  }
  return undefined;
}
