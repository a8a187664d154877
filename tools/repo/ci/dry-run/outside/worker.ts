/** The Worker of docs/hosting.md, which serves production from a bucket, as it is there. */
import { read } from '../../../docs/markdown';

interface Worker {
  fetch(request: Request, bindings: { STORE: object }): Promise<Response>;
}

/** `store` is the address of the bucket and its prefix, over HTTP. */
export async function productionWorker(store: string): Promise<(request: Request) => Promise<Response>> {
  const [, source = ''] =
    /\*\*Cloudflare with R2\*\*[\s\S]*?```js\n([\s\S]*?)```/.exec(read('docs/hosting.md')) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(source)}`;
  const { default: worker } = (await import(/* @vite-ignore */ module)) as { default: Worker };
  const STORE = {
    async get(key: string) {
      const found = await fetch(`${store}/${key}`);
      if (!found.ok) return null;
      return {
        body: found.body,
        json: () => found.json(),
        writeHttpMetadata: () => undefined,
        httpEtag: found.headers.get('etag') ?? '',
      };
    },
  };
  return (request) => worker.fetch(request, { STORE });
}
