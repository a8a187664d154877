/** Runs the tools of one call. A server is connected when its first tool is needed, and once. */
import { privateAddresses } from '@slipway/server/egress';
import type { OfferedTool, StoredToolServer } from './agentTools';
import {
  type ListedTool,
  openToolServer,
  type ToolServer,
  ToolServerError,
  type ToolServerOptions,
} from './toolServer';

/** A tool's call, for users who watch the completion. */
export interface ToolRun {
  id: string;
  name: string;
  /** The host of its server; empty for a tool that does not exist. */
  server: string;
  /** JSON. */
  arguments: string;
  state: 'running' | 'done' | 'rejected';
}

export type ToolRunnerOptions = ToolServerOptions;

/** Reads `TOOL_PRIVATE_ADDRESSES`: IP addresses or CIDR, which servers of tools may have besides public ones. @throws `invalid_input` */
export const toolRunnerFromEnvironment = (env: NodeJS.ProcessEnv): ToolRunnerOptions => ({
  egress: { allow: privateAddresses(env, 'TOOL_PRIVATE_ADDRESSES') },
});

interface Connection {
  server: ToolServer;
  /** The server's current list. */
  tools: Map<string, ListedTool>;
}

export interface ToolRunner {
  /** Whether a tool was chosen as read-only, and its server lists it as that or cannot run it: it has no such tool, or fails. */
  isReadOnly(tool: OfferedTool): Promise<boolean>;
  /** The result for the model, also of a server that fails. */
  run(tool: OfferedTool, parameters: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export function createToolRunner(options: ToolRunnerOptions, signal: AbortSignal): ToolRunner {
  const connections = new Map<string, Promise<Connection>>();
  const connect = (to: StoredToolServer): Promise<Connection> => {
    const known = connections.get(to.url);
    if (known) return known;
    const opening = (async () => {
      const server = await openToolServer(to, options, signal);
      try {
        const tools = await server.list();
        return { server, tools: new Map(tools.map((tool) => [tool.name, tool])) };
      } catch (error) {
        await server.close();
        throw error;
      }
    })();
    connections.set(to.url, opening);
    return opening;
  };

  return {
    async isReadOnly({ server, name, isReadOnly }) {
      if (!isReadOnly) return false;
      try {
        const tool = (await connect(server)).tools.get(name);
        // A tool that the server no longer has does not run, so it needs no approval.
        return tool === undefined || tool.is_read_only;
      } catch (error) {
        // A server that cannot be reached runs no tool; the model gets the reason.
        if (error instanceof ToolServerError) return true;
        throw error;
      }
    },
    async run({ server, name }, parameters) {
      try {
        const connection = await connect(server);
        if (!connection.tools.has(name)) return 'The server no longer has this tool';
        return await connection.server.call(name, parameters);
      } catch (error) {
        if (error instanceof ToolServerError) return `The tool failed: ${error.message}`;
        throw error;
      }
    },
    async close() {
      const open = await Promise.allSettled(connections.values());
      await Promise.all(
        open.map((one) => (one.status === 'fulfilled' ? one.value.server.close() : undefined)),
      );
    },
  };
}
