/**
 * Serves a contender over HTTP/2: files compressed with Brotli 11 before they are asked for the first time, one year of cache
 * for names with a hash, an ETag for the others. Other requests go to the backend; its responses to reads are kept, and given
 * after 25 ms, so that the database is no part of the comparison. One file: each request passes all of it.
 */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';

const BACKEND_DELAY = 25;
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** Compressed already. */
const isPacked = (type: string) => /font|png/.test(type);

export interface File {
  body: Buffer;
  headers: Record<string, string>;
}

export interface Certificate {
  key: string;
  cert: string;
  /** For Chromium's flag that accepts this key: with a certificate that it rejects, it would cache nothing. */
  fingerprint: string;
}

/** A certificate for 127.0.0.1. @throws when openssl is not installed */
export function createCertificate(place: string): Certificate {
  const [keyFile, certFile] = [join(place, 'key.pem'), join(place, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certFile];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, fingerprint: createHash('sha256').update(spki).digest('base64') };
}

interface Stored {
  body: Buffer;
  headers: Record<string, string>;
}

function stored(path: string, { body, headers }: File): Stored {
  const type = headers['content-type'] ?? types[extname(path)] ?? 'text/html; charset=utf-8';
  const isCompressed = isPacked(type) || headers['content-encoding'] !== undefined;
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  };
  return {
    body: isCompressed ? body : brotliCompressSync(body, options),
    headers: {
      'cache-control': /\.[0-9a-f]{16}\./.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...headers,
      'content-type': type,
      ...(!isCompressed && { 'content-encoding': 'br' }),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
    },
  };
}

interface BackendResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that belong to one connection, or to a body as it was sent. */
const HOP =
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|host|accept-encoding|:.*)$/;

async function ask(
  backend: string,
  method: string,
  path: string,
  headers: Headers,
  body: Buffer,
): Promise<BackendResponse> {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(backend + path, {
    ...{ method, headers, redirect: 'manual' },
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const kept = [...response.headers].filter(([name]) => !HOP.test(name));
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** How a file is served: as it is, with status 503, never, or after 5 s. */
export type Fault = 'dead' | 'hanging' | 'slow';

const SLOW = 5_000;

export interface ContenderServer {
  close(): void;
  /** Asks for each file again: there was a deploy. */
  forget(): void;
  /** The kB of files and documents that it has sent since the last call. Responses 304 count nothing. */
  sent(): { kilobytes: number; files: number };
  /** Fails for the files that `isAffected` selects; `undefined` ends it. */
  fail(fault: Fault | undefined, isAffected?: (path: string) => boolean): void;
}

/**
 * `fileOf` has the files and documents; it is asked once for each path, and for each earlier file that a browser has, by its
 * hash: a contender may have a copy that is compressed against it.
 */
export async function serve(
  port: number,
  { key, cert }: Certificate,
  backend: string,
  fileOf: (path: string, earlier: string | undefined) => Promise<File | undefined>,
): Promise<ContenderServer> {
  const files = new Map<string, Promise<Stored | undefined>>();
  const answers = new Map<string, Promise<BackendResponse>>();
  const find = (path: string, earlier: string | undefined) => {
    const id = `${path} ${earlier ?? ''}`;
    const known = files.get(id) ?? fileOf(path, earlier).then((file) => file && stored(path, file));
    files.set(id, known);
    known.catch(() => files.delete(id));
    return known;
  };
  let total = { bytes: 0, files: 0 };
  let current: { fault: Fault; isAffected: (path: string) => boolean } | undefined;
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const handle = async () => {
      const { method = 'GET', url = '/' } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = url.split('?')[0] ?? url;
      const earlier = request.headers['available-dictionary']?.toString();
      const file = method === 'GET' ? await find(path, earlier) : undefined;
      if (file && current?.isAffected(path)) {
        if (current.fault === 'hanging') return;
        if (current.fault === 'slow') await sleep(SLOW);
        else {
          response.writeHead(503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
          response.end();
          return;
        }
      }
      if (file) {
        const isSame = request.headers['if-none-match'] === file.headers['etag'];
        total = { bytes: total.bytes + (isSame ? 0 : file.body.length), files: total.files + 1 };
        response.writeHead(isSame ? 304 : 200, file.headers);
        response.end(isSame ? '' : file.body);
        return;
      }
      const body = Buffer.concat(chunks);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers))
        if (!HOP.test(name) && typeof value === 'string') headers.set(name, value);
      const id = [method, url, headers.get('authorization'), headers.get('range'), body.toString()].join(
        '\n',
      );
      const answer = url.startsWith('/auth/v1/token')
        ? ask(backend, method, url, headers, body)
        : (answers.get(id) ?? ask(backend, method, url, headers, body));
      answers.set(id, answer);
      answer.catch(() => answers.delete(id));
      const { status, headers: sent, body: content } = await answer;
      await sleep(BACKEND_DELAY);
      response.writeHead(status, sent);
      response.end(content);
    };
    handle().catch((error: unknown) => {
      console.error(request.url, error);
      response.writeHead(502);
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () => {
      server.close();
    },
    forget: () => {
      files.clear();
    },
    sent() {
      const { bytes, files: count } = total;
      total = { bytes: 0, files: 0 };
      return { kilobytes: bytes / 1_000, files: count };
    },
    fail(fault, isAffected = () => false) {
      current = fault && { fault, isAffected };
    },
  };
}
