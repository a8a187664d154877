/** A hostile server of tools: neither its requests nor its lists occupy the gateway. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openToolServer } from './toolServer';

const initialized = {
  ...{ protocolVersion: '2025-06-18', capabilities: { tools: {} } },
  serverInfo: { name: 'hostile', version: '1' },
};

const schemaOf = (depth: number) =>
  `{"type":"object","properties":{"a":{"b":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;

it.each([
  ['a schema with 100,000 levels', [schemaOf(100_000)], 'did not respond as an MCP server'],
  ['1,001 tools', Array<string>(1_001).fill('{"type":"object"}'), 'lists more than 1000 tools', false],
  ['600 tools a page', Array<string>(600).fill('{"type":"object"}'), 'lists more than 1000 tools'],
  ['9,000 tools a page', Array<string>(9_000).fill('{"type":"object"}'), 'lists more than 1000 tools'],
])(
  'a server that lists %s is rejected: reading it occupied the gateway',
  async (_name, schemas, reason, hasMore = true) => {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { id, method } = JSON.parse(text) as { id?: number; method?: string };
        if (id === undefined) return void response.writeHead(202).end();
        const tools = schemas.map((schema, index) => `{"name":"t${String(index)}","inputSchema":${schema}}`);
        const listed = `{"tools":[${tools.join()}]${hasMore ? ',"nextCursor":"more"' : ''}}`;
        const result = method === 'initialize' ? JSON.stringify(initialized) : listed;
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end(`{"jsonrpc":"2.0","id":${String(id)},"result":${result}}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const tools = await openToolServer(
        { url: `http://${address}/`, header: null, secret: null },
        { egress: { allow: ['127.0.0.1'] } },
        new AbortController().signal,
      );
      await expect(tools.list()).rejects.toThrow(`${address} ${reason}`);
      await tools.close();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

it('ends a connection whose server responds with thousands of requests', async () => {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { id, method } = JSON.parse(text) as { id?: number; method?: string };
      if (method === 'initialize') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: initialized }));
      } else if (method === 'tools/list') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\n'.repeat(2_000));
      } else if (method) response.writeHead(202).end();
      // The replies to its requests stay open.
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const tools = await openToolServer(
      { url: `http://${address}/`, header: null, secret: null },
      { egress: { allow: ['127.0.0.1'] }, timeout: 5_000 },
      new AbortController().signal,
    );
    await expect(tools.list()).rejects.toThrow(`${address} sent too many requests`);
    await tools.close();
    expect(received).toBeLessThanOrEqual(100);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
