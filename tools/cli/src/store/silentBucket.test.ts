/** A bucket that accepts connections and then says nothing, as when the network is lost in the middle: commands must end. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { s3Credentials } from '../testing/s3Server';
import { s3Store } from './s3Store';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.unstubAllEnvs();
});

async function bucketThat(responds: (response: ServerResponse) => void) {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  const started = createServer((_request, response) => {
    responds(response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${String((started.address() as AddressInfo).port)}`;
  return s3Store({ bucket: 'releases', prefix: '', region: 'eu-central-1', endpoint }, 200);
}

const unreachable = {
  code: 'unavailable',
  message:
    "s3://releases cannot be reached (TimeoutError): check the network and the store's endpoint, then try again",
};

it('reports a read and a write without a response', async () => {
  const store = await bucketThat(() => undefined);
  await expect(store.get('a.json')).rejects.toMatchObject(unreachable);
  await expect(store.create('a.json', Buffer.from('a'))).rejects.toMatchObject(unreachable);
});

it('reports a response that stops in the middle', async () => {
  const store = await bucketThat((response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half');
  });
  await expect(store.get('a.json')).rejects.toMatchObject(unreachable);
});
