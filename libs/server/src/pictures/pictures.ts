/**
 * Pictures of users and icons of agents (decision 060): `POST /v1/pictures` takes a picture from a signed-in user, `GET
 * /v1/pictures/<hash>.webp` serves it to everyone who knows its URL. The database decides who owns it, and whether it
 * is served. Source: the functions `picture_owner`, `save_picture` and `read_picture`.
 */
import {
  type ClientInfo,
  createRateLimiter,
  encodedBody,
  limitedBody,
  networkOf,
  problemResponse as problem,
} from '../index';
import { InvalidPicture, MAX_SENT, normalizePicture } from './normalizePicture';
import { faults } from './pictureProblem';

/** Functions of the database. Errors have the `status` of the response to the caller. */
export interface PictureDatabase {
  asUser(session: string | undefined, name: string, parameters: object): Promise<unknown>;
  asServer(name: string, parameters: object): Promise<unknown>;
}

export interface PictureOptions {
  database: PictureDatabase;
  log: { error: (facts: object, message: string) => void };
}

export interface Pictures {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  /** The WebP file with this hash; undefined when it is not shown. */
  read(hash: string): Promise<Buffer<ArrayBuffer> | undefined>;
}

/** Every path of this API starts with it. */
export const PICTURES_PATH = '/v1/pictures';

/** Uploads from one address: decoding costs some milliseconds of this process. */
const UPLOADS_PER_MINUTE = 20;
const READS_PER_MINUTE = 3_000;

/** A removed picture has left every cache after a day. */
const DAY = 86_400;
/** Opened as a page, the file has no origin and may load and run nothing. */
export const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'cross-origin',
};
const servedHeaders = {
  ...PICTURE_HEADERS,
  'content-type': 'image/webp',
  'cache-control': `public, max-age=${String(DAY)}, immutable`,
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const statusOf = (error: unknown): number | undefined => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
};

export function createPictures({ database, log }: PictureOptions): Pictures {
  const uploads = createRateLimiter({ limit: UPLOADS_PER_MINUTE, seconds: 60 });
  const reads = createRateLimiter({ limit: READS_PER_MINUTE, seconds: 60 });

  async function upload(request: Request): Promise<Response> {
    const encoded = encodedBody(request.headers);
    if (encoded) return problem(415, encoded.detail, encoded.headers);
    const agent = new URL(request.url).searchParams.get('agent');
    if (agent !== null && !uuid.test(agent)) return problem(404, 'You have no agent with this id');
    const session = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    // Before the body is decoded: an unauthorized request costs one query.
    const owner = await database.asUser(session, 'picture_owner', { agent });
    if (typeof owner !== 'string') return problem(404, 'You have no agent with this id');
    const body = await limitedBody(request, MAX_SENT);
    const file = body && (await normalizePicture(body));
    if (!file) throw new InvalidPicture('size');
    const hash = await database.asServer('save_picture', {
      ...{ person: owner, agent, picture: file.toString('base64') },
    });
    if (hash === null) return problem(429, 'You can save 50 pictures a day. Try again tomorrow');
    return Response.json({ hash }, { status: 201, headers: { 'cache-control': 'no-store' } });
  }

  async function read(hash: string): Promise<Buffer<ArrayBuffer> | undefined> {
    if (!/^[\da-f]{64}$/.test(hash)) return undefined;
    const text = await database.asServer('read_picture', { hash });
    return typeof text === 'string' ? Buffer.from(text, 'base64') : undefined;
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const hash = new RegExp(`^${PICTURES_PATH}/([\\da-f]{64})\\.webp$`).exec(pathname)?.[1];
    const isList = pathname === PICTURES_PATH;
    if (hash === undefined && !isList) return problem(404, 'No such picture');
    const allowed = isList ? ['POST'] : ['GET', 'HEAD'];
    if (!allowed.includes(request.method)) {
      return problem(405, `${request.method} is not allowed here`, { allow: allowed.join(', ') });
    }
    if (hash === undefined) return upload(request);
    const file = await read(hash);
    return file
      ? new Response(request.method === 'HEAD' ? null : file, { headers: servedHeaders })
      : problem(404, 'No such picture');
  }

  return {
    read,
    async fetch(request, { address }) {
      const wait = await (request.method === 'POST' ? uploads : reads).take(networkOf(address));
      if (wait > 0) {
        return problem(429, 'Too many requests. Try again in a minute', { 'retry-after': String(wait) });
      }
      try {
        return await respond(request);
      } catch (error) {
        if (error instanceof InvalidPicture) return problem(...faults[error.fault]);
        const status = statusOf(error);
        if (status !== undefined && status < 500) return problem(status, (error as Error).message);
        // A client that disconnects while it sends its picture is not an error of the server.
        if (!request.signal.aborted)
          log.error({ reason: String((error as Error).cause ?? error) }, 'a picture failed');
        return status === 503
          ? problem(503, 'The database is unreachable. Try again in a few seconds', { 'retry-after': '5' })
          : problem(500, 'The server failed');
      }
    },
  };
}
