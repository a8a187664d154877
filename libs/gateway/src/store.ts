/**
 * The database as the gateway knows it: five functions, called through PostgREST, so that hosted Supabase, a
 * PostgreSQL and the embedded backend are one thing. `supabase-js` is for browsers and belongs to `libs/data`.
 * Source: `supabase/migrations/20261122001100_deployment_calls.sql` and `20261122000900_deployment_keys.sql`.
 */
import * as v from 'valibot';
import { Problem } from './problem';

const openedKey = v.object({
  deployment_id: v.string(),
  slug: v.string(),
  status: v.picklist(['pending', 'deploying', 'active', 'stopped', 'failed', 'deleted']),
  /** Null: the gateway's own limit alone. */
  requests_per_minute: v.nullable(v.number()),
});
export type OpenedKey = v.InferOutput<typeof openedKey>;

const instructions = v.object({
  agent_name: v.string(),
  prompt: v.string(),
  temperature: v.number(),
  max_tokens: v.number(),
  /** Set for an agent that runs at its creator's own address. */
  external_url: v.nullable(v.string()),
});
export type StoredInstructions = v.InferOutput<typeof instructions>;

const begunCall = v.variant('outcome', [
  v.object({ outcome: v.literal('begun'), call_id: v.string(), ...instructions.entries }),
  v.object({
    outcome: v.literal('over_quota'),
    plan_name: v.string(),
    quota: v.number(),
    period_end: v.string(),
  }),
  v.object({ outcome: v.literal('gone') }),
  v.object({ outcome: v.literal('key_reused') }),
]);
export type BegunCall = v.InferOutput<typeof begunCall>;

const previewAccess = v.object({
  /** Null: a visitor. */
  person: v.nullable(v.string()),
  /** Null: no agent, or not one that they may read. */
  agent_id: v.nullable(v.string()),
  is_creator: v.boolean(),
});
export type PreviewAccess = v.InferOutput<typeof previewAccess>;

export interface FinishedCall {
  call_id: string;
  status: number;
  /** Milliseconds. */
  latency_ms: number;
  input_tokens: number;
  output_tokens: number;
  is_charged: boolean;
}

export interface NewCall {
  deployment_id: string;
  /** How long it keeps its place in the quota when nobody finishes it. */
  lease_seconds: number;
  idempotency_key: string | null;
  request_hash: string | null;
}

/** Each @throws `Problem` 503 while the database cannot be reached, 500 when it refuses. */
export interface GatewayStore {
  /** What a key opens, by its SHA-256 in hex; undefined: nothing. */
  useKey(hash: string): Promise<OpenedKey | undefined>;
  beginCall(call: NewCall): Promise<BegunCall>;
  /** Returns the cost in US dollars. Safe to repeat. */
  finishCall(call: FinishedCall): Promise<number>;
  /** `session` is a person's token. @throws `Problem` 401 when it is over */
  previewAccess(agentId: string | null, session: string | undefined): Promise<PreviewAccess>;
  instructions(agentId: string): Promise<StoredInstructions | undefined>;
}

export interface RestStoreOptions {
  /** Such as `https://abc.supabase.co`. */
  url: string;
  /** Opens everything. */
  secretKey: string;
  publishableKey: string;
  /** How it is reached; the platform's own by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for one question. */
  timeout?: number;
}

interface Keys {
  /** Names the project. */
  key: string;
  /** Says who asks. */
  token: string;
}

const MISMATCH = 'The gateway and its database do not fit together';

/** A backend in this process does not hear the signal: nobody waits for one that hangs. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    }),
  ]);

export function restStore({
  url,
  secretKey,
  publishableKey,
  fetch: send = (request) => fetch(request),
  timeout = 5_000,
}: RestStoreOptions): GatewayStore {
  async function call<T extends v.GenericSchema>(
    name: string,
    parameters: object,
    schema: T,
    { key, token }: Keys = { key: secretKey, token: secretKey },
  ): Promise<v.InferOutput<T>> {
    const unreachable = (cause: unknown) =>
      new Problem(503, 'The database cannot be reached. Try again in some seconds', { cause, retryAfter: 5 });
    let answer: Response;
    let text: string;
    const late = AbortSignal.timeout(timeout);
    try {
      answer = await unlessAborted(
        late,
        send(
          new Request(new URL(`/rest/v1/rpc/${name}`, url), {
            method: 'POST',
            headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(parameters),
            signal: late,
          }),
        ),
      );
      text = await answer.text();
    } catch (error) {
      throw unreachable(error);
    }
    if (answer.status === 401 && key !== secretKey)
      throw new Problem(401, 'Your session is over. Sign in again');
    // What the database says of a refusal may repeat what it was sent: its code is enough for the log.
    const cause = new Error(
      `${name} answered ${String(answer.status)} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`,
    );
    if (answer.status >= 500 || answer.status === 429) throw unreachable(cause);
    if (!answer.ok) throw new Problem(500, MISMATCH, { cause });
    const parsed = v.safeParse(schema, JSON.parse(text));
    if (parsed.success) return parsed.output;
    throw new Problem(500, MISMATCH, {
      cause: new Error(`${name} answered otherwise than expected: ${parsed.issues[0].message}`),
    });
  }

  /** The first row of an answer that has one, or none. */
  const row = async <T extends v.GenericSchema>(
    name: string,
    parameters: object,
    schema: T,
    session?: Keys,
  ): Promise<v.InferOutput<T> | undefined> => (await call(name, parameters, v.array(schema), session))[0];

  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Problem(500, MISMATCH);
    return value;
  };

  return {
    useKey: (hash) => row('use_deployment_key', { key_hash: hash }, openedKey),
    beginCall: async (parameters) => present(await row('begin_call', parameters, begunCall)),
    finishCall: (parameters) => call('finish_call', parameters, v.number()),
    previewAccess: async (agent, session) =>
      present(
        await row('preview_access', { agent }, previewAccess, {
          key: publishableKey,
          token: session ?? publishableKey,
        }),
      ),
    instructions: (agentId) => row('agent_instructions', { agent_id: agentId }, instructions),
  };
}
