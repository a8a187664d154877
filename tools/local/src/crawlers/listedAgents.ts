/** The facts about agents for crawlers, read without an account: row-level security decides. */
import * as v from 'valibot';
import type { Backend } from '@slipway/backend';
import { type ClientInfo, LOCALHOST } from '@slipway/server';

const described = v.array(
  v.object({
    ...{ name: v.string(), description: v.nullable(v.string()), creator_name: v.nullable(v.string()) },
    ...{ color: v.nullable(v.string()), icon: v.nullable(v.string()) },
  }),
);
const listed = v.array(v.object({ agent_id: v.string(), created_at: v.string() }));

/** The most rows that one response has, and the most addresses that a sitemap may have. */
const PAGE = 1_000;
const LARGEST_SITEMAP = 50_000;

export type ListedAgent = v.InferOutput<typeof described>[number];

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

async function read<T extends v.GenericSchema>(
  backend: Backend,
  query: string,
  schema: T,
  client: ClientInfo = { address: LOCALHOST, isInternal: true },
): Promise<v.InferOutput<T>> {
  const request = new Request(`http://${LOCALHOST}/rest/v1/agent_listings?${query}`, {
    headers: { apikey: backend.publishableKey },
  });
  const response = await backend.fetch(request, client);
  if (!response.ok) throw new Error(`agent_listings: status ${String(response.status)}`);
  return v.parse(schema, await response.json());
}

/** Undefined for an id of no public agent. */
export async function listedAgent(
  backend: Backend,
  id: string,
  client?: ClientInfo,
): Promise<ListedAgent | undefined> {
  if (!isId(id)) return undefined;
  const [agent] = await read(
    backend,
    `select=name,description,creator_name,color,icon&agent_id=eq.${id}`,
    described,
    client,
  );
  return agent;
}

/** The public agents, in the order of their ids. */
export async function listedAgents(backend: Backend): Promise<v.InferOutput<typeof listed>> {
  const found: v.InferOutput<typeof listed> = [];
  while (found.length < LARGEST_SITEMAP) {
    const after = found.at(-1)?.agent_id;
    const from = after === undefined ? '' : `&agent_id=gt.${after}`;
    const query = `select=agent_id,created_at&order=agent_id&limit=${String(PAGE)}${from}`;
    const page = await read(backend, query, listed);
    found.push(...page);
    if (page.length < PAGE) break;
  }
  return found;
}
