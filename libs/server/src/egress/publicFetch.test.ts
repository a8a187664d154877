/** Requests to addresses that users type: public ones only, at the moment of the connection. Real servers and sockets. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { publicFetch } from './publicFetch';

let server: Server | undefined;
let received = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  received = 0;
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer((request, response) => {
    received += 1;
    listener(request, response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((started.address() as AddressInfo).port)}/`;
}

const allow = ['127.0.0.1'];
const limits = { timeout: 2_000, maxBytes: 1_000 };
const resolvesTo =
  (address: string): LookupFunction =>
  (_host, { all }, callback) => {
    const family = address.includes(':') ? 6 : 4;
    if (all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://10.0.0.1/'])(
  'rejects %s (ASVS 1.3.6)',
  async (url) => {
    await expect(publicFetch(limits)(url)).rejects.toMatchObject({
      ...{ code: 'forbidden', message: `${new URL(url).host} is a private address` },
    });
  },
);

/** The same address, as other notations of it: all are rejected before a connection is opened. */
const spellings = {
  'IPv4 with fewer parts': '127.1',
  'IPv4 as one number': '2130706433',
  'octal IPv4': '0177.0.0.1',
  'hexadecimal IPv4': '0x7f.0.0.1',
  'IPv4-mapped IPv6': '[::ffff:127.0.0.1]',
  'IPv4-compatible IPv6': '[::7f00:1]',
  'IPv4-translated IPv6': '[::ffff:0:127.0.0.1]',
  NAT64: '[64:ff9b::7f00:1]',
  'local NAT64': '[64:ff9b:1::7f00:1]',
  '6to4': '[2002:7f00:1::]',
  Teredo: '[2001:0:7f00:1::80ff:fffe]',
};
it.each(Object.entries(spellings))('rejects 127.0.0.1 as %s', async (_name, host) => {
  await expect(publicFetch(limits)(`https://${host}/`)).rejects.toMatchObject({ code: 'forbidden' });
});

it.each([
  '127.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:10.0.0.1',
  '::7f00:1',
  '2002:7f00:1::',
])('rejects a public name that resolves to %s', async (address) => {
  const fetch = publicFetch({ ...limits, lookup: resolvesTo(address) });
  await expect(fetch('https://tools.example/')).rejects.toMatchObject({ code: 'forbidden' });
});

it('has one message for a private name, one that does not resolve, and one whose server is down', async () => {
  const failures: Record<string, LookupFunction> = {
    private: resolvesTo('10.0.0.1'),
    unknown: (_host, _options, callback) => {
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    },
    down: resolvesTo('127.0.0.1'),
  };
  for (const lookup of Object.values(failures))
    await expect(publicFetch({ ...limits, allow, lookup })('https://tools.example:9/')).rejects.toThrow(
      /^tools\.example:9 cannot be reached at a public address$/,
    );
});

it.each([
  'http://tools.example/',
  'https://user@tools.example/',
  'https://:secret@tools.example/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
])('rejects the address %s', async (url) => {
  await expect(publicFetch({ ...limits, allow })(url)).rejects.toMatchObject({ code: 'invalid_input' });
});

it('sends method, headers and body, and returns the response', async () => {
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response
        .writeHead(201, { 'x-method': request.method ?? '' })
        .end(body + String(request.headers['x-key']));
    });
  });
  const response = await publicFetch({ ...limits, allow })(url, {
    ...{ method: 'POST', headers: { 'x-key': 'k' }, body: 'hello ' },
  });
  expect([response.status, response.headers.get('x-method')]).toEqual([201, 'POST']);
  expect(await response.text()).toBe('hello k');
});

it.each(['127.0.0.0/8', '::ffff:127.0.0.1', '10.0.0.0/8, fd00::/8, 127.0.0.1'])(
  'reaches an address in the list %s, without a warning',
  async (list) => {
    const warn = vi.spyOn(console, 'warn');
    const url = await serve((_request, response) => response.end('hello'));
    const fetch = publicFetch({ ...limits, allow: list.split(', ') });
    expect(await (await fetch(url)).text()).toBe('hello');
    await expect(fetch('https://[::1]/')).rejects.toMatchObject({ code: 'forbidden' });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  },
);

it.each([300, 307, 399])('follows no redirect with the status %i (ASVS 15.3.2)', async (status) => {
  const url = await serve((_request, response) => {
    response.writeHead(status, { location: '/private' }).end();
  });
  await expect(publicFetch({ ...limits, allow })(url)).rejects.toThrow(/redirect, which is not followed$/);
  expect(received).toBe(1);
});

it.each([
  [204, ''],
  [205, ''],
  [400, 'text'],
  [599, 'text'],
])('returns a response with the status %i', async (status, text) => {
  const url = await serve((_request, response) => {
    response.writeHead(status, { 'x-kind': 'a' }).end(text);
  });
  const response = await publicFetch({ ...limits, allow })(url);
  expect([response.status, response.headers.get('x-kind')]).toEqual([status, 'a']);
  expect(await response.text()).toBe(text);
});

it('ends with the signal of its caller', async () => {
  const url = await serve(() => undefined);
  const signal = AbortSignal.abort();
  await expect(publicFetch({ ...limits, timeout: 60_000, allow })(url, { signal })).rejects.toThrow();
  expect(received).toBe(0);
});

it.each([
  [
    'a switch of the protocol',
    '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x',
    /cannot be reached at a public address$/,
  ],
  ['a status that does not exist', '999 None\r\ncontent-length: 0', /responded with the status 999$/],
])('rejects %s, and closes the connection', async (_name, head, message) => {
  const url = await serve(({ socket }) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
  });
  await expect(publicFetch({ ...limits, allow })(url)).rejects.toThrow(message);
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server?.getConnections((_, open) => resolve(open)))).toBe(0);
  });
});

it('ends a body that is too large, and a response that is too slow', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/slow') response.write('a');
    else response.end('x'.repeat(request.url === '/limit' ? 1_000 : 1_001));
  });
  const errors: string[] = [];
  const onBodyError = ({ message }: Error) => {
    errors.push(message);
  };
  const longest = await publicFetch({ ...limits, allow, onBodyError })(`${url}limit`);
  expect(await longest.text()).toHaveLength(1_000);
  const large = await publicFetch({ ...limits, allow, onBodyError })(url);
  await expect(large.text()).rejects.toThrow();
  expect(errors[0]).toMatch(/sent more than 1 KB$/);
  const slow = await publicFetch({ ...limits, timeout: 100, allow, onBodyError })(`${url}slow`);
  await expect(slow.text()).rejects.toThrow();
  expect(errors).toHaveLength(2);
});
