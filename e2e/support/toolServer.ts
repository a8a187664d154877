/** A server of tools on this machine, from the MCP SDK: `search` reads, `add_note` writes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export interface ToolServer {
  url: string;
  /** Notes that were added. */
  notes: string[];
  close(): void;
}

const inputSchema = { type: 'object' as const, properties: { text: { type: 'string' } } };

export async function startToolServer(): Promise<ToolServer> {
  const notes: string[] = [];
  const createTools = () => {
    const tools = new Server({ name: 'notes', version: '1.0.0' }, { capabilities: { tools: {} } });
    tools.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [
        {
          ...{ name: 'search', description: 'Searches the notes of the team', inputSchema },
          annotations: { readOnlyHint: true },
        },
        { name: 'add_note', description: 'Adds a note for everyone in the team', inputSchema },
      ],
    }));
    tools.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const text = String(params.arguments?.['text']);
      if (params.name === 'add_note') notes.push(text);
      const result = params.name === 'add_note' ? `Added ${text}` : `Found 3 notes about ${text}`;
      return { content: [{ type: 'text', text: result }] };
    });
    return tools;
  };
  const server = createServer((request, response) => {
    const transport = new StreamableHTTPServerTransport({});
    const tools = createTools();
    response.on('close', () => void tools.close());
    // The SDK's types are written without `exactOptionalPropertyTypes`.
    void tools
      .connect(transport as Parameters<typeof tools.connect>[0])
      .then(() => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`,
    notes,
    close: () => server.close(),
  };
}
