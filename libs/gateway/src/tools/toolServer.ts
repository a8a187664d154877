/**
 * A connection to a server of tools: the Model Context Protocol over Streamable HTTP. A creator chose the address, so
 * requests reach public addresses only, and everything that the server sends is limited.
 */
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { isAppError } from '@slipway/contracts';
import { type Egress, publicFetch } from '@slipway/server/egress';

/** Milliseconds for one request: to connect, to list tools, to run a tool. */
const TIMEOUT = 20_000;
/** Bytes of one response. */
const MAX_BYTES = 512 * 1024;
/** Pages of a list of tools. */
const MAX_PAGES = 5;
/** Tools of a server. Each call of an agent reads the list. */
const MAX_TOOLS = 1_000;
/** Requests of one connection, with the replies to requests of the server, which may send thousands in a response. */
const MAX_REQUESTS = 100;
/** Characters of a tool's result that the model receives. */
export const MAX_RESULT = 16_000;

export interface ListedTool {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
  is_read_only: boolean;
}

export interface ToolServer {
  list(): Promise<ListedTool[]>;
  /** The result as text. An error of the tool is a result too. */
  call(name: string, parameters: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** An error that the creator, the caller and the model may read. */
export class ToolServerError extends Error {
  override readonly name = 'ToolServerError';
}

export interface ToolServerAddress {
  url: string;
  header: string | null;
  secret: string | null;
}

export interface ToolServerOptions {
  egress: Egress;
  /** Milliseconds for one request. */
  timeout?: number | undefined;
}

/** Does not compile the schemas of a server: their regular expressions are untrusted. */
const noValidation: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

interface ContentPart {
  type: string;
  text?: unknown;
}

function resultText(result: Record<string, unknown>): string {
  const parts = Array.isArray(result['content']) ? (result['content'] as ContentPart[]) : [];
  const texts = parts.map((part) =>
    part.type === 'text' && typeof part.text === 'string' ? part.text : `[${part.type} omitted]`,
  );
  const text = texts.length > 0 ? texts.join('\n') : JSON.stringify(result['structuredContent'] ?? {});
  const cut = text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)}\n[The rest was omitted]` : text;
  return result['isError'] === true ? `The tool failed: ${cut}` : cut;
}

/** The reason without the address's path or a header, which may be secret. */
function reasonOf(error: unknown, host: string): ToolServerError {
  if (error instanceof ToolServerError) return error;
  const known = isAppError(error)
    ? error
    : error instanceof Error && isAppError(error.cause)
      ? error.cause
      : undefined;
  if (known) return new ToolServerError(known.message, { cause: error });
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code === 401 || code === 403) {
    return new ToolServerError(`${host} rejected the secret, or needs one`, { cause: error });
  }
  if (name === 'TimeoutError' || code === -32001) {
    return new ToolServerError(`${host} did not respond in time`, { cause: error });
  }
  return typeof code === 'number' && code >= 400
    ? new ToolServerError(`${host} responded with ${String(code)}`, { cause: error })
    : new ToolServerError(`${host} did not respond as an MCP server`, { cause: error });
}

/** @throws `ToolServerError`; the reason of `signal` when it fires */
export async function openToolServer(
  { url: address, header, secret }: ToolServerAddress,
  { egress, timeout = TIMEOUT }: ToolServerOptions,
  signal: AbortSignal,
): Promise<ToolServer> {
  const url = new URL(address);
  /** Ends what waits for a response whose body failed. */
  const failure = new AbortController();
  const send = publicFetch({
    ...egress,
    ...{ timeout, maxBytes: MAX_BYTES },
    onBodyError: (error) => {
      failure.abort(error);
    },
  });
  let requests = 0;
  const fetch: typeof send = async (to, init) => {
    if ((requests += 1) > MAX_REQUESTS)
      failure.abort(new ToolServerError(`${url.host} sent too many requests`));
    failure.signal.throwIfAborted();
    return send(to, init);
  };
  const options = { timeout, maxTotalTimeout: timeout, signal: AbortSignal.any([signal, failure.signal]) };
  // The SDK takes 0.3 s and 20 MB: for servers without agents with tools, too much at each start.
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  const client = new Client({ name: 'slipway', version: '1.0.0' }, { jsonSchemaValidator: noValidation });
  const transport = new StreamableHTTPClientTransport(url, {
    // A stream of the server's own messages is not needed, and would stay open.
    fetch: (to, init) =>
      init?.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : fetch(to, init),
    ...(header !== null && secret !== null ? { requestInit: { headers: { [header]: secret } } } : {}),
    reconnectionOptions: {
      ...{ maxRetries: 0, initialReconnectionDelay: 1_000, maxReconnectionDelay: 1_000 },
      reconnectionDelayGrowFactor: 1,
    },
  });
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw reasonOf(failure.signal.aborted ? failure.signal.reason : error, url.host);
    }
  };
  const close = async () => {
    await client.close().catch(() => undefined);
  };
  try {
    // The SDK's types are written without `exactOptionalPropertyTypes`.
    await attempt(() => client.connect(transport as Parameters<typeof client.connect>[0], options));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    list: () =>
      attempt(async () => {
        const tools: ListedTool[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < MAX_PAGES; page += 1) {
          const listed = await client.listTools(cursor === undefined ? {} : { cursor }, options);
          if (tools.length + listed.tools.length > MAX_TOOLS)
            throw new ToolServerError(`${url.host} lists more than ${String(MAX_TOOLS)} tools`);
          for (const { name, description = '', inputSchema, annotations } of listed.tools) {
            JSON.stringify(inputSchema); // fails for one that is too deep for any reader
            tools.push({
              ...{ name, description: description.slice(0, 2_000), input_schema: inputSchema },
              is_read_only: annotations?.readOnlyHint === true,
            });
          }
          cursor = listed.nextCursor;
          if (cursor === undefined) break;
        }
        return tools;
      }),
    call: (name, parameters) =>
      attempt(async () =>
        resultText(await client.callTool({ name, arguments: parameters }, undefined, options)),
      ),
    close,
  };
}
