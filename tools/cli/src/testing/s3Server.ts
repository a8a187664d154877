/**
 * A bucket for tests: s3rver, with a small proxy in front that decides `If-Match` and `If-None-Match`, and groups lists.
 * s3rver answers 200 to a wrong `If-Match`, and a list by `/` misses a folder that has folders only. The proxy lets one request of a key through at a time:
 * to a reader of S3, a write has taken place or it has not.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import S3rver from 's3rver';

export interface S3Server {
  /** Such as `http://127.0.0.1:4355`. */
  endpoint: string;
  bucket: string;
  /** What every request is answered with from now on, in place of the bucket; undefined ends it. */
  refuse(answer: { status: number; code: string; writesOnly?: boolean } | undefined): void;
  /** How many objects were written since the last call. */
  writes(): number;
  close(): Promise<void>;
}

/** The credentials that s3rver takes. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

const BUCKET = 'releases';

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const errorXml = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** The whole list below a prefix, grouped as `delimiter=/` asks for. */
function grouped(xml: string, prefix: string): string {
  const entries = [...xml.matchAll(/<Contents>.*?<Key>(.*?)<\/Key>.*?<\/Contents>/gs)];
  const isDirect = (key: string) => !key.slice(prefix.length).includes('/');
  const folders = entries
    .map(([, key = '']) => key)
    .filter((key) => !isDirect(key))
    .map((key) => key.slice(0, key.indexOf('/', prefix.length) + 1));
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>false</IsTruncated>',
    ...entries.filter(([, key = '']) => isDirect(key)).map(([entry]) => entry),
    ...[...new Set(folders)].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`),
    '</ListBucketResult>',
  ].join('');
}

/** `folder` keeps the objects. */
export async function startS3Server(folder: string): Promise<S3Server> {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    // The proxy takes headers away that were signed.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: s3Port } = await s3.run();

  let refusal: { status: number; code: string; writesOnly?: boolean } | undefined;
  let written = 0;
  const turns = new Map<string, Promise<unknown>>();

  const forward = (message: IncomingMessage, method: string, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const headers = { ...message.headers, 'content-length': String(body.length) };
      delete headers['if-match'];
      delete headers['if-none-match'];
      const onward = request(
        {
          host: '127.0.0.1',
          port: s3Port,
          path: message.url,
          method,
          headers,
        },
        (answer) => {
          bodyOf(answer).then((bytes) => {
            resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes });
          }, reject);
        },
      );
      onward.on('error', reject);
      onward.end(body);
    });

  const holds = async (message: IncomingMessage): Promise<boolean> => {
    const { 'if-match': match, 'if-none-match': none } = message.headers;
    if (match === undefined && none === undefined) return true;
    const there = await forward(message, 'HEAD', Buffer.alloc(0));
    if (none === '*') return there.status === 404;
    return there.status === 200 && there.headers.etag === match;
  };

  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(message);
    const isWrite = message.method !== 'GET' && message.method !== 'HEAD';
    const fail = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(errorXml(code));
    };
    if (refusal && (isWrite || !refusal.writesOnly)) {
      fail(refusal.status, refusal.code);
      return;
    }
    if (message.method === 'PUT' && !(await holds(message))) {
      fail(412, 'PreconditionFailed');
      return;
    }
    if (message.method === 'PUT') written += 1;
    const asked = new URL(message.url ?? '/', 'http://s3');
    const isGrouped = asked.searchParams.get('delimiter') === '/';
    if (isGrouped) {
      asked.searchParams.delete('delimiter');
      message.url = asked.pathname + asked.search;
    }
    let result = await forward(message, message.method ?? 'GET', body);
    // s3rver answers 500 to a list that meets a half-written object; S3's lists know whole ones only.
    for (let tries = 0; tries < 40 && result.status === 500 && !isWrite; tries += 1) {
      await pause(25);
      result = await forward(message, message.method ?? 'GET', body);
    }
    if (isGrouped && result.status === 200) {
      const list = grouped(result.body.toString(), asked.searchParams.get('prefix') ?? '');
      response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
      return;
    }
    response.writeHead(result.status, result.headers).end(result.body);
  };

  const proxy = createServer((message, response) => {
    // s3rver's reader can meet a half-written object; S3's cannot.
    const [path = ''] = (message.url ?? '').split('?');
    const turn = (turns.get(path) ?? Promise.resolve())
      .then(() => answer(message, response))
      .catch(() => response.destroy());
    turns.set(path, turn);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
    bucket: BUCKET,
    refuse(next) {
      refusal = next;
    },
    writes() {
      const count = written;
      written = 0;
      return count;
    },
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await s3.close();
    },
  };
}
