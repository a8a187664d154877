/** The Worker of docs/hosting.md serves what a store has written to a bucket. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '@slipway/cli';
import { s3Credentials, startS3Server } from '@slipway/cli/testing';
import { productionWorker } from './worker';

let bucket: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  Object.assign(process.env, s3Credentials);
  bucket = await startS3Server();
  const store = await openStore(`s3://${bucket.bucket}/store?endpoint=${bucket.endpoint}`, '/');
  const write = (key: string, text: string) => store.create(key, Buffer.from(text));
  await write('environments/production/current.json', '{"revision":2}');
  await write('environments/production/revisions/2/composition.json', '{"revision":2}');
  await write('environments/production/revisions/2/index.html', '<h1>Home</h1>');
});
afterAll(() => bucket.close());

test('a compressed composition has its encoding and its type, and a document its type', async () => {
  const fetchPage = await productionWorker(bucket, 'store');
  const composition = await fetchPage(new Request('http://site/slipway.json'));
  expect(composition.headers.get('content-encoding')).toBe('gzip');
  expect(composition.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(gunzipSync(await composition.arrayBuffer()).toString()).toBe('{"revision":2}');
  const page = await fetchPage(new Request('http://site/'));
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toBe('<h1>Home</h1>');
});
