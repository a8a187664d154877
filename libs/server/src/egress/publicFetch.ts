/** `fetch` that reaches public addresses only, with limits of time and size. A redirect is an error. */
import { Readable, Transform } from 'node:stream';
import { AppError } from '@slipway/contracts';
import { type Egress, isPublicUrl, publicRequest } from './publicRequest';

export interface PublicFetchOptions extends Egress {
  /** Milliseconds for a response with its body. */
  timeout: number;
  /** Bytes of a body. */
  maxBytes: number;
  /** Called with an error that ends the body of a response. */
  onBodyError?: (error: Error) => void;
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses whose responses have no body. */
const EMPTY = [204, 205];

const limited = (url: URL, maxBytes: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else
        done(
          new AppError(
            'invalid_input',
            `${url.host} sent more than ${String(Math.round(maxBytes / 1024))} KB`,
          ),
        );
    },
  });
};

/** Its errors: `forbidden` for a private address, `invalid_input` for a wrong address or a large body, `unavailable`. */
export const publicFetch =
  ({ timeout, maxBytes, onBodyError, ...egress }: PublicFetchOptions): Fetch =>
  async (address, init = {}) => {
    const url = new URL(address);
    if (!isPublicUrl(url, egress)) {
      throw new AppError('invalid_input', 'The address must start with https:// and have no password');
    }
    const { body } = init;
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])]);
    const response = await publicRequest(url, {
      ...egress,
      ...{ method: init.method ?? 'GET', headers: Object.fromEntries(new Headers(init.headers)), signal },
      body: typeof body === 'string' ? body : undefined,
    });
    const status = response.statusCode ?? 500;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw new AppError('unavailable', `${url.host} responded with a redirect, which is not followed`);
    }
    if (status < 200 || status > 599) {
      response.destroy();
      throw new AppError('unavailable', `${url.host} responded with the status ${String(status)}`);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const content = limited(url, maxBytes);
    content.once('error', (error) => {
      response.destroy();
      // A reader that cancels knows.
      if ((error as { code?: unknown }).code !== 'ABORT_ERR') onBodyError?.(error);
    });
    response.once('error', (error) => {
      content.destroy(error);
    });
    response.pipe(content);
    if (EMPTY.includes(status)) {
      response.destroy();
      return new Response(null, { status, headers });
    }
    return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, { status, headers });
  };
