/**
 * A bucket in memory for tests: the five S3 operations that `s3Store` uses, with conditional writes and paged lists.
 * It shows that the store reacts correctly to each response. Run the same tests on a real service with
 * `SLIPWAY_TEST_BUCKET` to show that the service honors the conditions.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Failure {
  status: number;
  code: string;
  writesOnly?: boolean;
}

export interface S3Server {
  /** Such as `http://127.0.0.1:4355`. */
  endpoint: string;
  bucket: string;
  /** Every request fails like this from now on; undefined restores the bucket. */
  failWith(failure: Failure | undefined): void;
  /** A key that may not be deleted: the response of the others is still 200. */
  protect(key: string): void;
  /** Replaces an object at once, as another client could. */
  put(key: string, bytes: Buffer): void;
  /** The headers that a browser gets with an object, by lower-case name. */
  headersOf(key: string): Readonly<Record<string, string>> | undefined;
  /** Moves the service's clock forward, by milliseconds. */
  advance(milliseconds: number): void;
  /** Number of objects written since the last call. */
  writes(): number;
  close(): Promise<void>;
}

export const s3Credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const BUCKET = 'releases';
/** Keys and folders in one page of a list. Amazon's is 1,000; a small one makes every test read several pages. */
const PAGE_SIZE = 10;

/** Tests change `Date` of the deploying process, which is also this one. */
const realTime = Date.now.bind(Date);

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The key in the header of a copy, `bucket/key`. */
const sourceKey = (source: string) => decodeURIComponent(source).replace(/^\/?[^/]*\//, '');

const storedHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'cache-control', 'content-encoding'].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/** One page of the keys below `prefix`; with a delimiter, deeper keys appear as their folder. */
function listPage(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const entries = new Map<string, string>();
  for (const [key, bytes] of objects) {
    if (!key.startsWith(prefix)) continue;
    const slash = query.get('delimiter') === '/' ? key.indexOf('/', prefix.length) : -1;
    if (slash === -1) {
      entries.set(key, `<Contents><Key>${key}</Key><Size>${String(bytes.length)}</Size></Contents>`);
    } else {
      const folder = key.slice(0, slash + 1);
      entries.set(folder, `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
    }
  }
  const start = query.get('continuation-token') ?? '';
  const rest = [...entries].filter(([key]) => key >= start).sort(([a], [b]) => (a < b ? -1 : 1));
  const next = rest[PAGE_SIZE]?.[0];
  return [
    `<IsTruncated>${String(next !== undefined)}</IsTruncated>`,
    ...(next === undefined ? [] : [`<NextContinuationToken>${next}</NextContinuationToken>`]),
    ...rest.slice(0, PAGE_SIZE).map(([, xml]) => xml),
  ].join('');
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const metadata = new Map<string, Record<string, string>>();
  const kept = new Set<string>();
  let failure: Failure | undefined;
  let written = 0;
  let ahead = 0;

  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(message);
    // The service has its own clock, also where a test changes that of this process.
    response.setHeader('date', new Date(realTime() + ahead).toUTCString());
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://s3');
    const [, bucket, key] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    const xml = (root: string, content: string, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`);
    };
    const fail = (status: number, code: string) => {
      xml('Error', `<Code>${code}</Code><Message>${code}</Message>`, status);
    };
    const isWrite = message.method === 'PUT' || message.method === 'POST';
    if (failure && (isWrite || !failure.writesOnly)) fail(failure.status, failure.code);
    else if (bucket !== BUCKET) fail(404, 'NoSuchBucket');
    else if (!key && message.method === 'GET') xml('ListBucketResult', listPage(objects, searchParams));
    else if (!key && message.method === 'POST' && searchParams.has('delete')) {
      const names = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map(([, name = '']) => name);
      for (const name of names) if (!kept.has(name)) objects.delete(name);
      const errors = names.filter((name) => kept.has(name));
      xml(
        'DeleteResult',
        errors
          .map((name) => `<Error><Key>${name}</Key><Code>AccessDenied</Code><Message>No</Message></Error>`)
          .join(''),
      );
    } else if (key && message.method === 'GET') {
      const bytes = objects.get(key);
      if (bytes) response.writeHead(200, { etag: etagOf(bytes) }).end(bytes);
      else fail(404, 'NoSuchKey');
    } else if (key && message.method === 'PUT') {
      const { 'if-match': match, 'if-none-match': none } = message.headers;
      const stored = objects.get(key);
      if ((none === '*' && stored) || (match !== undefined && match !== (stored && etagOf(stored)))) {
        fail(412, 'PreconditionFailed');
        return;
      }
      const source = message.headers['x-amz-copy-source'];
      const copied = source === undefined ? body : objects.get(sourceKey(String(source)));
      if (!copied) {
        fail(404, 'NoSuchKey');
        return;
      }
      const expected = message.headers['x-amz-copy-source-if-match'];
      if (expected !== undefined && expected !== etagOf(copied)) {
        fail(412, 'PreconditionFailed');
        return;
      }
      objects.set(key, copied);
      metadata.set(key, storedHeaders(message));
      written += 1;
      if (source === undefined) response.writeHead(200, { etag: etagOf(body) }).end();
      else xml('CopyObjectResult', `<ETag>${etagOf(copied)}</ETag>`);
    } else fail(405, 'MethodNotAllowed');
  };

  const server = createServer((message, response) => {
    respond(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    bucket: BUCKET,
    failWith(next) {
      failure = next;
    },
    protect(key) {
      kept.add(key);
    },
    put(key, bytes) {
      objects.set(key, bytes);
    },
    headersOf: (key) => metadata.get(key),
    advance(milliseconds) {
      ahead += milliseconds;
    },
    writes() {
      const count = written;
      written = 0;
      return count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
