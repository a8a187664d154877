/**
 * The gateway's database: a few functions, called through PostgREST, so that hosted Supabase and the embedded backend
 * work alike. `supabase-js` is not used: it belongs to `libs/data`.
 * Source: `supabase/migrations/20261123050300_call_answers.sql`, `20261123050200_gateway_limits.sql` and
 * `20261124030100_gateway_notice.sql`.
 */
import * as v from 'valibot';
import { ApiProblem } from './apiProblem';
import type { CallOutcome } from './modelRunner';
import {
  type BeginCallParameters,
  type BeginCallResult,
  beginCallResult,
  instructions,
  type KeyGrant,
  keyGrant,
  type PreviewAccess,
  previewAccess,
  type PreviewReservation,
  previewReservation,
  type PreviewSubject,
  type StoredInstructions,
} from './storeTypes';

export type {
  BeginCallParameters,
  BeginCallResult,
  KeyGrant,
  PreviewAccess,
  PreviewSubject,
  StoredInstructions,
};

/** Every method throws an `ApiProblem`: 503 while the database is unreachable, 500 when it rejects the request. */
export interface GatewayStore {
  /** Finds a key by its SHA-256 in hex, and counts the request; undefined when it is invalid, revoked or expired. */
  useKey(hash: string, defaultRate?: number): Promise<KeyGrant | undefined>;
  /** Counts a request of a subject. Returns 0, or the seconds to wait when it is over the limit. */
  takeRate(rate: { subject: string; most: number; seconds: number }): Promise<number>;
  beginCall(parameters: BeginCallParameters): Promise<BeginCallResult>;
  /** Returns the cost in US dollars. Safe to repeat. `answer` is stored for repeats of the idempotency key. */
  finishCall(id: string, outcome: CallOutcome, answer?: string): Promise<number>;
  /** `session` is a user's access token. @throws `ApiProblem` 401 when it has expired */
  previewAccess(agentId: string | null, session: string | undefined): Promise<PreviewAccess>;
  instructions(agentId: string): Promise<StoredInstructions | undefined>;
  /** Reserves tokens of today's budgets, unless the user or the agent is suspended. */
  reservePreview(
    preview: PreviewSubject & {
      agent: string | null;
      tokens: number;
      day_budget: number;
      address_budget: number;
      own_budget: number;
    },
  ): Promise<PreviewReservation>;
  /** Corrects a reservation by the tokens that were used more, or less when negative. */
  settlePreview(settlement: PreviewSubject & { day: string; tokens: number }): Promise<void>;
}

export interface RestStoreOptions {
  /** Such as `https://abc.supabase.co`. */
  url: string;
  /** Bypasses row-level security. */
  secretKey: string;
  publishableKey: string;
  /** The global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for one request. */
  timeout?: number;
}

interface Credentials {
  /** Identifies the project. */
  key: string;
  /** Identifies the user. */
  token: string;
}

const MISMATCH = 'The gateway is not compatible with its database';

/** Rejects on abort: a backend in the same process ignores the request's signal. */
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
    { key, token }: Credentials = { key: secretKey, token: secretKey },
  ): Promise<v.InferOutput<T>> {
    const unreachable = (cause: unknown) =>
      new ApiProblem(503, 'The database is unreachable. Try again in a few seconds', {
        cause,
        retryAfter: 5,
      });
    let response: Response;
    let text: string;
    const timeoutSignal = AbortSignal.timeout(timeout);
    try {
      response = await unlessAborted(
        timeoutSignal,
        send(
          new Request(new URL(`/rest/v1/rpc/${name}`, url), {
            method: 'POST',
            headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(parameters),
            signal: timeoutSignal,
            // It would send the secret key elsewhere.
            redirect: 'error',
          }),
        ),
      );
      text = await response.text();
    } catch (error) {
      throw unreachable(error);
    }
    if (response.status === 401 && key !== secretKey) {
      throw new ApiProblem(401, 'Your session has expired. Sign in again');
    }
    // The account has a second factor, which this session has not given.
    if (response.status === 403 && key !== secretKey) {
      throw new ApiProblem(
        403,
        'Your session is not allowed to do this. Complete the sign-in on the dashboard',
      );
    }
    // Error messages of the database can repeat the request's content: log only the code.
    const cause = new Error(
      `${name} responded with ${String(response.status)} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`,
    );
    if (response.status >= 500 || response.status === 429) throw unreachable(cause);
    if (!response.ok) throw new ApiProblem(500, MISMATCH, { cause });
    const parsed = v.safeParse(schema, text === '' ? null : JSON.parse(text));
    if (parsed.success) return parsed.output;
    throw new ApiProblem(500, MISMATCH, {
      cause: new Error(`${name} returned unexpected data: ${parsed.issues[0].message}`),
    });
  }

  /** The first row of the result, if any. */
  const row = async <T extends v.GenericSchema>(
    name: string,
    parameters: object,
    schema: T,
    credentials?: Credentials,
  ): Promise<v.InferOutput<T> | undefined> => (await call(name, parameters, v.array(schema), credentials))[0];

  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new ApiProblem(500, MISMATCH);
    return value;
  };

  return {
    useKey: (hash, defaultRate) =>
      row(
        'use_deployment_key',
        { key_hash: hash, ...(defaultRate === undefined ? {} : { default_rate: defaultRate }) },
        keyGrant,
      ),
    takeRate: (rate) => call('take_rate', rate, v.number()),
    beginCall: async (parameters) => present(await row('begin_call', parameters, beginCallResult)),
    finishCall: (id, outcome, answer) =>
      call(
        'finish_call',
        { call_id: id, ...outcome, ...(answer === undefined ? {} : { answer }) },
        v.number(),
      ),
    previewAccess: async (agent, session) =>
      present(
        await row('preview_access', { agent }, previewAccess, {
          key: publishableKey,
          token: session ?? publishableKey,
        }),
      ),
    instructions: (agentId) => row('agent_instructions', { agent_id: agentId }, instructions),
    reservePreview: async (preview) => present(await row('reserve_preview', preview, previewReservation)),
    settlePreview: async (settlement) => {
      await call('settle_preview', settlement, v.unknown());
    },
  };
}
