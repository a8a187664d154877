import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { functionRequest } from './functionRequest';

const headersOf = ({ headers }: Request) => [headers.get('apikey'), headers.get('authorization')];

it('calls a function with the key, or as the user of a token', async () => {
  const call = { url: 'https://abc.supabase.co', key: 'sb_secret_x' };
  const request = functionRequest('set_plan', { email: 'a@b.example' }, call);
  expect([request.method, request.url]).toEqual(['POST', 'https://abc.supabase.co/rest/v1/rpc/set_plan']);
  expect(await request.json()).toEqual({ email: 'a@b.example' });
  expect(headersOf(request)).toEqual(['sb_secret_x', 'Bearer sb_secret_x']);
  expect(headersOf(functionRequest('mine', {}, { ...call, token: 'jwt' }))).toEqual([
    'sb_secret_x',
    'Bearer jwt',
  ]);
});

it('ends with the signal of its caller', () => {
  const { signal } = functionRequest(
    'mine',
    {},
    { url: 'https://abc.supabase.co', key: 'k', signal: AbortSignal.abort() },
  );
  expect(signal.aborted).toBe(true);
});

it('sends the key to no other address', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  await expect(fetch(functionRequest('set_plan', {}, { url, key: 'sb_secret_x' }))).rejects.toThrow(
    'fetch failed',
  );
  expect(paths).toEqual(['/rest/v1/rpc/set_plan']);
});
