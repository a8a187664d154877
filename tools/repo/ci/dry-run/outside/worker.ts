/** Runs the Worker of docs/hosting.md, unchanged, which serves production from a bucket. */
import type { startS3Server } from '@slipway/cli/testing';
import { read } from '../../../docs/markdown';

interface Worker {
  fetch(request: Request, bindings: { STORE: object }): Promise<Response>;
}

type Bucket = Pick<Awaited<ReturnType<typeof startS3Server>>, 'bucket' | 'endpoint' | 'headersOf'>;

/** `prefix` is that of the store in the bucket. */
export async function productionWorker(
  { bucket, endpoint, headersOf }: Bucket,
  prefix: string,
): Promise<(request: Request) => Promise<Response>> {
  const [, source = ''] =
    /\*\*Cloudflare with R2\*\*[\s\S]*?```js\n([\s\S]*?)```/.exec(read('docs/hosting.md')) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(source)}`;
  const { default: worker } = (await import(/* @vite-ignore */ module)) as { default: Worker };
  const STORE = {
    async get(key: string) {
      const found = await fetch(`${endpoint}/${bucket}/${prefix}/${key}`);
      if (!found.ok) return null;
      return {
        body: found.body,
        json: () => found.json(),
        writeHttpMetadata(headers: Headers) {
          for (const [name, value] of Object.entries(headersOf(`${prefix}/${key}`) ?? {}))
            headers.set(name, value);
        },
        httpEtag: found.headers.get('etag') ?? '',
      };
    },
  };
  return (request) => worker.fetch(request, { STORE });
}
