/** Tools of agents: what is stored, and what a server answers through the gateway. */
import { createTestClient, signInAs, startBackend, testUser } from '@slipway/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listServerTools, setToolSecret, toolQueries } from './tools';

afterEach(() => {
  vi.unstubAllGlobals();
});

const tool = { name: 'search', description: 'Searches', input_schema: {}, is_read_only: true };
const servers = [{ url: 'https://tools.example', tools: [tool] }];
const read = () => {
  const client = createTestClient();
  return client.fetchQuery(toolQueries.of('a1'));
};

describe('stored tools', () => {
  test('are read with the addresses that have a secret, and never the secrets', async () => {
    const backend = startBackend({
      'GET agent_configs': { json: [{ tools: { servers } }] },
      list_agent_tool_secrets: { json: [{ url: 'https://tools.example', header: 'authorization' }] },
    });
    expect(await read()).toEqual({ servers, secrets: ['https://tools.example'] });
    const config = backend.requests.find(({ url }) => url.pathname.endsWith('/agent_configs'));
    expect(config?.url.searchParams.get('agent_id')).toBe('eq.a1');
    expect(backend.sent('POST', 'list_agent_tool_secrets')[0]?.body).toEqual({ agent: 'a1' });
  });

  test.each([[[]], [[{ tools: null }]], [[{ tools: {} }]]])(
    'are none for the configuration %j',
    async (json) => {
      startBackend({ 'GET agent_configs': { json }, list_agent_tool_secrets: { json: [] } });
      expect(await read()).toEqual({ servers: [], secrets: [] });
    },
  );

  test('of each agent are cached separately', () => {
    expect(toolQueries.of('a1').queryKey).not.toEqual(toolQueries.of('a2').queryKey);
  });
});

test('stores the header of a server', async () => {
  const backend = startBackend();
  const secret = { agent: 'a1', url: 'https://tools.example', header: 'authorization', secret: 's' };
  await setToolSecret(secret);
  expect(backend.sent('POST', 'set_agent_tool_secret')[0]?.body).toEqual(secret);
});

describe('the tools of a server', () => {
  const respond = (response: () => Response | Promise<Response>) => {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
      Promise.resolve(response()),
    );
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };
  const list = () => listServerTools('a1', 'https://tools.example');

  test('are asked for with the session', async () => {
    startBackend();
    await signInAs(testUser);
    const fetch = respond(() => Response.json({ tools: [tool] }));
    expect(await list()).toEqual([tool]);
    const [url, { method, headers, body }] = fetch.mock.calls[0] ?? ['', {}];
    expect([url, method]).toEqual(['/v1/tools', 'POST']);
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect((headers as Record<string, string>)['authorization']).toMatch(/^Bearer .+/);
    expect(JSON.parse(String(body))).toEqual({ agent_id: 'a1', url: 'https://tools.example' });
  });

  test.each([
    [() => Response.json({ detail: 'no such host' }, { status: 400 }), 'invalid_input', 'no such host'],
    [() => Response.json({ detail: 'busy' }, { status: 503 }), 'unavailable', 'busy'],
    [() => Response.json({ tools: [tool] }, { status: 500 }), 'unavailable', 'the gateway did not respond'],
    [() => Response.json({}), 'unavailable', 'the gateway did not respond'],
    [() => new Response('<html>', { status: 502 }), 'unavailable', 'the gateway did not respond'],
    [() => Promise.reject(new TypeError('offline')), 'unavailable', 'the gateway did not respond'],
  ])('are an error with the reason of the gateway (%#)', async (response, code, message) => {
    startBackend();
    respond(response);
    await expect(list()).rejects.toMatchObject({ code, message });
  });
});
