/**
 * The kinds of store that every test of a store runs on: a folder, a bucket, and, when `SLIPWAY_TEST_BUCKET` names one
 * (`s3://bucket/prefix?region=…`, with the AWS tools' credentials), a real bucket.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../store/openStore';
import type { Store } from '../store/store';
import { s3Credentials, startS3Server } from './s3Server';

export interface StoreForTest {
  store: Store;
  /** For `openStore`, in another process too. */
  address: string;
  close(): Promise<void>;
}

const folder = async (): Promise<StoreForTest> => {
  const path = await mkdtemp(join(tmpdir(), 'slipway-store-'));
  return {
    store: await openStore(path, path),
    address: path,
    close: () => rm(path, { recursive: true, force: true }),
  };
};

const s3 = async (): Promise<StoreForTest> => {
  const server = await startS3Server();
  Object.assign(process.env, s3Credentials);
  const address = `s3://${server.bucket}/store?endpoint=${server.endpoint}`;
  return {
    store: await openStore(address, '/'),
    address,
    close: () => server.close(),
  };
};

const realBucket = process.env['SLIPWAY_TEST_BUCKET'];

const real = async (): Promise<StoreForTest> => {
  const url = new URL(realBucket ?? '');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/test-${randomUUID()}`;
  // What a run wrote stays, under a name of its own; a lifecycle rule of the bucket removes it.
  return { store: await openStore(url.href, '/'), address: url.href, close: () => Promise.resolve() };
};

export const storeKinds: readonly (readonly [string, () => Promise<StoreForTest>])[] = [
  ['a folder', folder],
  ['a bucket', s3],
  ...(realBucket ? [['the real bucket', real] as const] : []),
];
