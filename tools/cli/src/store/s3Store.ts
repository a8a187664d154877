/**
 * A store in a bucket of Amazon S3, or of a compatible service that supports `If-Match` and `If-None-Match` on writes, such
 * as Cloudflare R2 or MinIO. `slipway doctor` checks that a bucket does. One file, because all of it shares a client, its
 * clock and the tags of what it read.
 */
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '@slipway/contracts';
import { RELEASES } from './keys';
import { objectHeaders } from './objectHeaders';
import { packedStore } from './packedStore';
import { isConditionFailed, isMissing, notRemoved, toAppError } from './s3Error';
import { responseClock } from './responseClock';
import { listPages } from './s3List';
import type { Store } from './store';

export interface Bucket {
  bucket: string;
  /** Empty, or a path that ends in `/`. */
  prefix: string;
  region: string | undefined;
  /** For services other than Amazon's, such as `http://127.0.0.1:9000`. */
  endpoint: string | undefined;
}

interface Stored {
  bytes: Buffer;
  etag: string | undefined;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds without a byte in either direction. The SDK tries a request three times. */
const SILENCE_TIMEOUT = 20_000;

/** Attempts of a write whose outcome the service leaves open because of a concurrent one. */
const UNDECIDED_ATTEMPTS = 5;

const metadataOf = (key: string) => {
  const { contentType, cacheControl, contentEncoding } = objectHeaders(key);
  return {
    ContentType: contentType,
    CacheControl: cacheControl,
    ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
  };
};

/** Keys that move by `swap`. */
const isPointer = (key: string) => /(?:^|\/)(?:current|slipway\.trust)\.json$|^trust\/timestamps\//.test(key);

/**
 * Finds credentials like the AWS tools: `AWS_ACCESS_KEY_ID`, a profile, or a role. A service that is silent for `silence`
 * milliseconds cannot be reached.
 */
export function s3Store({ bucket, prefix, region, endpoint }: Bucket, silence = SILENCE_TIMEOUT): Store {
  const address = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  // The SDK is pinned to a version that runs on Node 20, so its warning does not apply.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const client = new S3Client({
    region: region ?? (process.env['AWS_REGION'] || 'us-east-1'),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Other services reject checksums that the protocol does not require.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Its requestTimeout only warns, and does not end for a response that stops in the middle.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: silence },
  });
  const clock = responseClock();
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      clock.observe((result.response as { headers?: Record<string, string> }).headers?.['date']);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'serviceTime' },
  );
  const rethrow = (error: unknown): never => {
    throw toAppError(error, address);
  };

  const read = async (key: string): Promise<Stored | undefined> => {
    try {
      const response = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key }));
      const bytes = Buffer.from((await response.Body?.transformToByteArray()) ?? []);
      return { bytes, etag: response.ETag };
    } catch (error) {
      return isMissing(error) ? undefined : rethrow(error);
    }
  };

  /** Files of releases that this process published: a deploy copies them next, and need not read them again. */
  const sent = new Map<string, Stored>();

  /** Whether the write succeeded; false when its condition failed. */
  const write = async (
    key: string,
    bytes: Uint8Array,
    condition: { IfMatch: string | undefined } | { IfNoneMatch: '*' },
  ): Promise<boolean> => {
    try {
      const { ETag } = await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: prefix + key,
          Body: bytes,
          ...metadataOf(key),
          ...condition,
        }),
      );
      if (key.startsWith(`${RELEASES}/`)) sent.set(key, { bytes: Buffer.from(bytes), etag: ETag });
      return true;
    } catch (error) {
      return isConditionFailed(error) ? false : rethrow(error);
    }
  };

  const pages = (below: string, delimiter?: string) =>
    listPages(client, { bucket, prefix, below, delimiter }).catch(rethrow);

  /** Pointers as this process read them last: a swap needs the tag of what it replaces. */
  const pointers = new Map<string, Stored>();

  return packedStore({
    address,
    async get(key) {
      const stored = await read(key);
      if (stored && isPointer(key)) pointers.set(key, stored);
      return stored?.bytes;
    },

    async now() {
      if (clock.now() === undefined) {
        await client
          .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
          .catch(rethrow);
      }
      const time = clock.now();
      if (time !== undefined) return time;
      throw new AppError(
        'unavailable',
        `${address} does not send the time: its responses need a Date header`,
      );
    },

    async create(key, bytes, { isClaim } = {}) {
      for (let attempt = 0; attempt < UNDECIDED_ATTEMPTS; attempt += 1) {
        if (await write(key, bytes, { IfNoneMatch: '*' })) return;
        const stored = await read(key);
        if (!isClaim && stored?.bytes.equals(bytes)) return; // also when our response was lost
        if (stored) throw new AppError('conflict', `${key} already exists with other content`);
      }
      throw new AppError('conflict', `${key} is being written by another deploy: try again`);
    },

    async copy(from, to, accepts) {
      const found = sent.get(from) ?? (await read(from));
      sent.delete(from); // when it has changed since, the next attempt reads it
      if (!found || !accepts(found.bytes)) return undefined;
      try {
        await client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: prefix + to,
            CopySource: [bucket, ...(prefix + from).split('/')].map(encodeURIComponent).join('/'),
            // The bytes that were accepted, and not the headers of the source, which its writer chose.
            CopySourceIfMatch: found.etag,
            MetadataDirective: 'REPLACE',
            ...metadataOf(to),
          }),
        );
        return found.bytes;
      } catch (error) {
        return isConditionFailed(error) || isMissing(error) ? undefined : rethrow(error);
      }
    },

    async swap(key, from, to) {
      const moved = new AppError(
        'conflict',
        `${key} was changed by another deploy in the meantime: try again`,
      );
      const last = pointers.get(key);
      const now = last && last.bytes.toString() === from ? last : await read(key);
      pointers.delete(key);
      if (now?.bytes.toString() !== from) throw moved;
      const condition = now ? { IfMatch: now.etag } : { IfNoneMatch: '*' as const };
      if (await write(key, Buffer.from(to), condition)) return;
      // The response to our own write may be lost: no other deploy writes this value.
      if ((await read(key))?.bytes.toString() !== to) throw moved;
    },

    async list(below) {
      const { keys, folders } = await pages(below, '/');
      const start = below.length + 1;
      return [
        ...[...keys.keys()].map((key) => key.slice(start)),
        ...folders.map((key) => key.slice(start, -1)),
      ];
    },

    sizes: async (below) => (await pages(below)).keys,

    removeLeftovers: () => Promise.resolve(),

    async remove(key) {
      const removeAll = async (names: readonly string[]): Promise<void> => {
        const request = new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: names.map((name) => ({ Key: prefix + name })), Quiet: true },
        });
        const { Errors: [kept] = [] } = await client.send(request).catch(rethrow);
        if (kept) throw notRemoved((kept.Key ?? '').slice(prefix.length), kept.Code ?? 'Error', address);
      };
      const [{ keys }] = await Promise.all([pages(key), removeAll([key])]);
      const names = [...keys.keys()];
      for (let start = 0; start < names.length; start += 1_000)
        await removeAll(names.slice(start, start + 1_000));
    },
  });
}
