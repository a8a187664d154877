/** Responses of the local server's app, compared with those before an attack. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FOREIGN } from '@slipway/cli/testing';

type App = (request: Request) => Promise<Response>;

interface Served {
  status: number;
  body: string;
  policy: string | null;
  type: string | null;
}

const encodings = ['br', 'gzip', 'identity'] as const;

const plain = (bytes: Buffer, encoding: string | null) =>
  encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;

async function get(app: App, path: string, encoding: string): Promise<Served> {
  const response = await app(
    new Request(`http://127.0.0.1${path}`, { headers: { 'accept-encoding': encoding } }),
  );
  const { headers, status } = response;
  const bytes = plain(Buffer.from(await response.arrayBuffer()), headers.get('content-encoding'));
  return {
    ...{ status, body: bytes.toString() },
    ...{ policy: headers.get('content-security-policy'), type: headers.get('content-type') },
  };
}

export type Page = ReadonlyMap<string, Served>;

/** Every response to `paths`, by path and accepted encoding. */
export async function served(app: App, paths: readonly string[]): Promise<Page> {
  const requests = paths.flatMap((path) => encodings.map((encoding) => [path, encoding] as const));
  return new Map(
    await Promise.all(
      requests.map(
        async ([path, encoding]) => [`${path} (${encoding})`, await get(app, path, encoding)] as const,
      ),
    ),
  );
}

const isErrorPage = ({ status, body, type }: Served) =>
  (type?.startsWith('text/plain') ?? false) &&
  ((status === 503 && body === 'This environment cannot be verified\n') ||
    (status === 404 && body.startsWith('Not found: ')));

/** A line for each response that is neither signed content nor an error page. */
export const foreignResponses = (before: Page, now: Page): string[] =>
  [...now].flatMap(([request, found]) => {
    if (found.body.includes(FOREIGN)) return [`${request} serves foreign bytes`];
    const expected = before.get(request);
    // A document that is rejected is the not-found page of the same revision.
    const isSame = [...before.values()].some(
      ({ status, body, policy, type }) =>
        body === found.body && status === found.status && policy === found.policy && type === found.type,
    );
    if (isErrorPage(found)) return [];
    if (JSON.stringify(found) === JSON.stringify(expected) || (found.status === 404 && isSame)) return [];
    return [`${request} has status ${String(found.status)} and other bytes: ${found.body.slice(0, 80)}`];
  });
