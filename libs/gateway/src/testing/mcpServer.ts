/** A real server of tools for tests, from the MCP SDK, on real HTTP: one tool reads, others write, stall or return a lot. */
import { createServer, type IncomingMessage } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { closeServer, listen, LOCALHOST } from '@slipway/server';

export interface TestToolServer {
  url: string;
  /** Calls of tools that ran, oldest first. */
  calls: { name: string; text: string }[];
  /** Headers of requests, newest last. */
  headers: IncomingMessage['headers'][];
  /** Requests are redirected there, instead of a response. */
  redirect: string | undefined;
  /** Whether the tool `search` says that it only reads. */
  isSearchReadOnly: boolean;
  close(): Promise<void>;
}

const inputSchema = {
  type: 'object' as const,
  properties: { text: { type: 'string' } },
  required: ['text'],
};
const HUGE = 'x'.repeat(2_000_000);

export async function startToolServer(): Promise<TestToolServer> {
  const state = { redirect: undefined as string | undefined, isSearchReadOnly: true };
  const calls: TestToolServer['calls'] = [];
  const headers: TestToolServer['headers'] = [];

  const results: Record<string, (text: string) => string | Promise<never>> = {
    search: (text) => `Found 3 notes about ${text}`,
    add_note: (text) => `Added: ${text}`,
    delete_all: () => 'Deleted',
    huge: () => HUGE,
    slow: () => new Promise<never>(() => undefined),
  };
  const READING = ['huge', 'slow'];

  /** A new one for each request: it keeps no sessions. */
  const createTools = (): Server => {
    const tools = new Server({ name: 'notes', version: '1.0.0' }, { capabilities: { tools: {} } });
    tools.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: Object.keys(results).map((name) => ({
        ...{ name, description: `The tool ${name} of notes`, inputSchema },
        annotations: {
          readOnlyHint: READING.includes(name) || (name === 'search' && state.isSearchReadOnly),
        },
      })),
    }));
    tools.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const text = String(params.arguments?.['text']);
      calls.push({ name: params.name, text });
      return { content: [{ type: 'text', text: (await results[params.name]?.(text)) ?? '' }] };
    });
    return tools;
  };

  const server = createServer((request, response) => {
    headers.push(request.headers);
    if (state.redirect !== undefined) {
      response.writeHead(307, { location: state.redirect }).end();
      return;
    }
    const transport = new StreamableHTTPServerTransport({});
    const tools = createTools();
    response.on('close', () => void tools.close());
    // The SDK's types are written without `exactOptionalPropertyTypes`.
    void tools
      .connect(transport as Parameters<typeof tools.connect>[0])
      .then(() => transport.handleRequest(request, response));
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
  return Object.assign(state, {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    ...{ calls, headers },
    close: () => closeServer(server, 0),
  });
}
