/** The tools of an agent: as its configuration has them, and as they are offered to the model. */
import * as v from 'valibot';

const chosenTool = v.object({
  name: v.string(),
  description: v.string(),
  input_schema: v.looseObject({}),
  /** The server's annotation when the creator chose the tool. */
  is_read_only: v.boolean(),
});

/** The tools of an agent, by server, with what authorizes the agent there. */
export const toolServers = v.array(
  v.object({
    url: v.string(),
    header: v.nullable(v.string()),
    /** Null: it needs none, or it was encrypted with a key that is not known. */
    secret: v.nullable(v.string()),
    tools: v.array(chosenTool),
  }),
);
export type StoredToolServer = v.InferOutput<typeof toolServers>[number];

export interface OfferedTool {
  server: StoredToolServer;
  /** The tool's name at its server. */
  name: string;
  isReadOnly: boolean;
}

export interface OfferedTools {
  /** By the name that the model sees. */
  byName: ReadonlyMap<string, OfferedTool>;
  /** In the format of OpenAI's `tools`. */
  definitions: object[];
}

const LONGEST_NAME = 64;

/** A name that OpenAI's API accepts and no other tool has. */
function nameFor(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST_NAME);
  for (let count = 1, next = base; ; count += 1, next = `${base.slice(0, LONGEST_NAME - 4)}_${String(count)}`)
    if (!taken.has(next)) return next;
}

/** `reserved` are names of the caller's own tools, which keep theirs. */
export function offeredTools(
  servers: readonly StoredToolServer[],
  { reserved = [], isReadOnly = false }: { reserved?: readonly string[]; isReadOnly?: boolean } = {},
): OfferedTools {
  const taken = new Set(reserved);
  const byName = new Map<string, OfferedTool>();
  const definitions: object[] = [];
  for (const server of servers) {
    for (const tool of server.tools) {
      if (isReadOnly && !tool.is_read_only) continue;
      const name = nameFor(tool.name, taken);
      taken.add(name);
      byName.set(name, { server, name: tool.name, isReadOnly: tool.is_read_only });
      const { description, input_schema: parameters } = tool;
      definitions.push({ type: 'function', function: { name, description, parameters } });
    }
  }
  return { byName, definitions };
}
