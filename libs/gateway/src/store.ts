/**
 * The gateway's database: a few functions, called over PostgREST (`restStore`) or over a direct connection
 * (`directStore`). Both keep grants, places and records in batches (decision 046). `supabase-js` is not used: it belongs
 * to `libs/data`. One file: the store and the types of what it returns.
 * Source: `supabase/migrations/20261126050000_call_leases.sql`, `20261123050300_call_answers.sql` and
 * `20261123050200_gateway_limits.sql`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestOptions } from '@slipway/server';
import * as v from 'valibot';
import { ApiProblem } from './apiProblem';
import { createCallRecords } from './database/callRecords';
import { createGrants } from './database/grants';
import type { Place } from './database/lease';
import { createLeases } from './database/leases';
import { restRpc } from './database/restRpc';
import { MISMATCH, parsed, type Rpc } from './database/rpc';
import { type SqlDatabase, sqlRpc } from './database/sqlRpc';
import { createToolStore, type ToolStore } from './database/toolStore';
import type { CallOutcome } from './modelRun';
import {
  type BeginCallParameters,
  type BeginCallResult,
  beginCallResult,
  instructions,
  type KeyGrant,
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
export interface GatewayStore extends ToolStore {
  /** Finds a key by its SHA-256 in hex, and counts the request; undefined when it is invalid, revoked or expired. */
  useKey(hash: string, defaultRate?: number): Promise<KeyGrant | undefined>;
  /** Counts a request of a subject. Returns 0, or the seconds to wait when it is over the limit. */
  takeRate(rate: { subject: string; most: number; seconds: number }): Promise<number>;
  beginCall(parameters: BeginCallParameters): Promise<BeginCallResult>;
  /** Returns the cost in US dollars. Safe to repeat. `reply` is stored, encrypted, for repeats of the idempotency key. */
  finishCall(id: string, outcome: CallOutcome, reply?: string): Promise<number>;
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
  /** Forgets the grants of keys: something that concerns them may have changed. */
  forget(): void;
  /** Gives back unused places of quotas, and closes direct connections. */
  close(): Promise<void>;
}

/** Milliseconds after which a call that could not be recorded is given up. */
const LONGEST_CALL = 3_900_000;
/** Milliseconds in which gateways give back places to a call with an idempotency key. */
const RECALL = 100;

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem(500, MISMATCH);
  return value;
};

interface StoreParts {
  rpc: Rpc;
  /** Over PostgREST, whose connections have the encryption key. */
  asServer: Rpc;
  /** With a user's session, or without one. */
  asUser: (session: string | undefined) => Rpc;
  database?: SqlDatabase;
}

function createStore({ rpc, asServer, asUser, database }: StoreParts): GatewayStore {
  const row = async <T extends v.GenericSchema>(
    call: Rpc,
    name: string,
    parameters: object,
    schema: T,
  ): Promise<v.InferOutput<T> | undefined> =>
    parsed(name, v.array(schema), await call('rows', name, parameters))[0];

  const grants = createGrants(rpc);
  const records = createCallRecords(rpc);
  const leases = createLeases(rpc, (lease, places) => records.giveBack(lease, places));
  /** Running calls without an idempotency key, which have no row in the database yet. */
  const running = new Map<string, Place & { deploymentId: string; began: number }>();
  /** The oldest come first. */
  const forgetAbandoned = (now: number) => {
    for (const [id, { began }] of running) {
      if (now - began < LONGEST_CALL) return;
      running.delete(id);
    }
  };
  const stopListening = database?.listen?.(
    (message) => {
      const [kind, subject = ''] = message.split(' ');
      if (kind === 'changed') grants.changed(subject);
      else if (kind === 'recall') void leases.recall(subject);
    },
    (isLive) => {
      grants.setLive(isLive);
      leases.setLive(isLive);
    },
  );

  const beginWithKey = async (parameters: BeginCallParameters): Promise<BeginCallResult> =>
    present(await row(rpc, 'begin_call', parameters, beginCallResult));

  return {
    useKey: async (hash, defaultRate = 0) => (await grants.use(hash, defaultRate))?.grant,
    takeRate: async (rate) => parsed('take_rate', v.number(), await rpc('value', 'take_rate', rate)),
    async beginCall(parameters) {
      const { key_id, deployment_id, lease_seconds, idempotency_key } = parameters;
      const known = key_id === null ? undefined : grants.fresh(key_id);
      const owner = known?.subjects?.[1];
      if (idempotency_key !== null || key_id === null || !known?.instructions || owner === undefined) {
        const result = await beginWithKey(parameters);
        if (!result.outcome.startsWith('over_') || owner === undefined) return result;
        await leases.recall(owner);
        await sleep(RECALL);
        return beginWithKey(parameters);
      }
      const place = await leases.take({
        ...{ keyId: key_id, deploymentId: deployment_id, owner, seconds: lease_seconds },
      });
      if ('outcome' in place) {
        return 'period_end' in place ? place : { outcome: 'gone' };
      }
      const call_id = randomUUID();
      const began = performance.now();
      forgetAbandoned(began);
      running.set(call_id, { lease: place.lease, keyId: key_id, deploymentId: deployment_id, began });
      return { outcome: 'begun', call_id, ...known.instructions };
    },
    async finishCall(id, outcome, reply) {
      const call = running.get(id);
      if (!call) {
        const parameters = { call_id: id, ...outcome, answer: reply };
        return parsed('finish_call', v.number(), await rpc('value', 'finish_call', parameters));
      }
      const { deploymentId, lease, keyId } = call;
      const cost = await records.finish({
        ...outcome,
        id,
        deployment_id: deploymentId,
        lease,
        key_id: keyId,
      });
      running.delete(id);
      if (!outcome.is_charged) leases.giveBack({ lease, keyId });
      return cost;
    },
    previewAccess: async (agent, session) =>
      present(await row(asUser(session), 'preview_access', { agent }, previewAccess)),
    instructions: (agentId) => row(rpc, 'agent_instructions', { agent_id: agentId }, instructions),
    ...createToolStore({ rpc, asServer, grants }),
    reservePreview: async (preview) =>
      present(await row(rpc, 'reserve_preview', preview, previewReservation)),
    settlePreview: async (settlement) => {
      await rpc('value', 'settle_preview', settlement);
    },
    forget() {
      grants.clear();
    },
    async close() {
      await leases.close();
      await stopListening?.();
      await database?.close();
    },
  };
}

/** Over PostgREST only. Grants live for a second, because no announcement of a change arrives. */
export function restStore(options: RestOptions): GatewayStore {
  const rpc = restRpc(options);
  return createStore({ rpc, asServer: rpc, asUser: (session) => restRpc(options, { session }) });
}

/** Over a direct connection; a user's session is checked over PostgREST. */
export const directStore = (database: SqlDatabase, options: RestOptions): GatewayStore =>
  createStore({
    rpc: sqlRpc(database, options.timeout),
    asServer: restRpc(options),
    asUser: (session) => restRpc(options, { session }),
    database,
  });
