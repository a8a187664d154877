import dns from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { main } from '../main';

it('a command reaches a preview at a name below localhost, and sends that name', async () => {
  await main(['--version'], { out: () => undefined, error: () => undefined });
  const server = createServer((request, response) => response.end(request.headers.host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `review.localhost:${String((server.address() as AddressInfo).port)}`;
  expect(await (await fetch(`http://${host}/`)).text()).toBe(host);
  await new Promise((resolve) => server.close(resolve));
});

it('other names are those of the system', async () => {
  await main(['--version'], { out: () => undefined, error: () => undefined });
  const found = await new Promise((resolve) => {
    dns.lookup('127.0.0.2', { all: true }, (_error, addresses) => {
      resolve(addresses);
    });
  });
  expect(found).toEqual([{ address: '127.0.0.2', family: 4 }]);
});
