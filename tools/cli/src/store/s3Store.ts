/**
 * A store in a bucket of S3, or of any service that speaks its protocol and honours `If-Match` and `If-None-Match` on
 * writes (Amazon S3, Cloudflare R2, MinIO do). `slipway doctor` tries whether a bucket does.
 */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '@slipway/contracts';
import { objectHeaders } from './objectHeaders';
import { isRefusedCondition, isS3Missing, s3Problem } from './s3Error';
import type { Store } from './store';

export interface Bucket {
  bucket: string;
  /** Empty, or a path that ends in `/`. */
  prefix: string;
  region: string | undefined;
  /** For services other than Amazon's, such as `http://127.0.0.1:9000`. */
  endpoint: string | undefined;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const REQUEST_TIMEOUT = 60_000;

/** Tries of a write that the service would not decide because another was under way. */
const UNDECIDED_TRIES = 5;

/** Credentials come from where the AWS tools look for them: `AWS_ACCESS_KEY_ID`, a profile, a role. */
export function s3Store({ bucket, prefix, region, endpoint }: Bucket): Store {
  const address = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  // Node 20 is ours to support; the exact version of the SDK is one that runs on it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const client = new S3Client({
    region: region ?? process.env['AWS_REGION'] ?? 'us-east-1',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Checksums beyond the protocol's own are refused by services other than Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, requestTimeout: REQUEST_TIMEOUT },
  });
  const told = (error: unknown): never => {
    throw s3Problem(error, address);
  };

  const read = async (key: string): Promise<{ bytes: Buffer; etag: string | undefined } | undefined> => {
    try {
      const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key }));
      const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      return { bytes, etag: answer.ETag };
    } catch (error) {
      return isS3Missing(error) ? undefined : told(error);
    }
  };

  /** Whether the write took place; false when its condition did not hold. */
  const write = async (
    key: string,
    bytes: Uint8Array,
    condition: { IfMatch: string | undefined } | { IfNoneMatch: '*' },
  ): Promise<boolean> => {
    const { contentType, cacheControl, contentEncoding } = objectHeaders(key);
    try {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: prefix + key,
          Body: bytes,
          ContentType: contentType,
          CacheControl: cacheControl,
          ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
          ...condition,
        }),
      );
      return true;
    } catch (error) {
      return isRefusedCondition(error) ? false : told(error);
    }
  };

  const page = async (below: string, delimiter: string | undefined, token: string | undefined) => {
    const Prefix = `${prefix}${below}/`;
    return client
      .send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix,
          Delimiter: delimiter,
          ContinuationToken: token,
        }),
      )
      .catch(told);
  };

  const pages = async (below: string, delimiter?: string) => {
    const keys = new Map<string, number>();
    const folders: string[] = [];
    let token: string | undefined;
    do {
      const answer = await page(below, delimiter, token);
      for (const { Key = '', Size = 0 } of answer.Contents ?? []) keys.set(Key.slice(prefix.length), Size);
      for (const { Prefix = '' } of answer.CommonPrefixes ?? []) folders.push(Prefix.slice(prefix.length));
      token = answer.NextContinuationToken;
    } while (token);
    return { keys, folders };
  };

  return {
    address,
    get: async (key) => (await read(key))?.bytes,

    async create(key, bytes) {
      for (let attempt = 0; attempt < UNDECIDED_TRIES; attempt += 1) {
        if (await write(key, bytes, { IfNoneMatch: '*' })) return;
        const there = await read(key);
        if (there?.bytes.equals(bytes)) return; // or a try of ours whose answer was lost
        if (there) throw new AppError('conflict', `${key} exists already, with other content`);
      }
      throw new AppError('conflict', `${key} is being written by somebody else: try again`);
    },

    async swap(key, from, to) {
      const moved = new AppError('conflict', `${key} was moved by somebody else: look again, then try again`);
      const now = await read(key);
      if (now?.bytes.toString() !== from) throw moved;
      const condition = now ? { IfMatch: now.etag } : { IfNoneMatch: '*' as const };
      if (await write(key, Buffer.from(to), condition)) return;
      // A try of ours whose answer was lost moved it already: values are never used twice.
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

    async remove(key) {
      const { keys } = await pages(key);
      const names = [...(keys.size > 0 ? keys.keys() : [key])];
      for (let start = 0; start < names.length; start += 1_000) {
        const Objects = names.slice(start, start + 1_000).map((name) => ({ Key: prefix + name }));
        await client
          .send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
          .catch(told);
      }
    },
  };
}
