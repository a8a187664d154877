/**
 * The stores that store tests run on: a folder, a bucket in memory, and a real bucket when `SLIPWAY_TEST_BUCKET` names one
 * (`s3://bucket/prefix?region=…`, with the credentials of the AWS tools).
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
  /** For `openStore`, also in another process. */
  address: string;
  close(): Promise<void>;
}

export const openFolderStore = async (): Promise<StoreForTest> => {
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
  // Each run has its own prefix and leaves its objects; a lifecycle rule of the bucket should remove them.
  return { store: await openStore(url.href, '/'), address: url.href, close: () => Promise.resolve() };
};

/** For code that differs by kind of store. */
export const storeKinds: readonly (readonly [string, () => Promise<StoreForTest>])[] = [
  ['a folder', openFolderStore],
  ['a bucket', s3],
  ...(realBucket ? [['the real bucket', real] as const] : []),
];

/** For other code: a folder, which takes a third of a bucket's time. The nightly run has every kind. */
export const stores =
  process.env['TEST_TIER'] === 'nightly' || realBucket ? storeKinds : storeKinds.slice(0, 1);
