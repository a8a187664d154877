/** The results of the database's functions for the gateway, and their parameters. */
import * as v from 'valibot';

export const keyGrant = v.object({
  /** Null for a deleted deployment. */
  key_id: v.nullable(v.string()),
  deployment_id: v.string(),
  slug: v.string(),
  status: v.picklist(['pending', 'deploying', 'active', 'stopped', 'failed', 'deleted']),
  /** Null: the gateway's default. */
  requests_per_minute: v.nullable(v.number()),
  /** Seconds to wait when the key is over its rate; else 0. */
  retry_after: v.number(),
  created_at: v.string(),
  /** Null for a deleted deployment. */
  agent_name: v.nullable(v.string()),
  /** Whether callers may send system and developer messages. */
  allows_system_messages: v.boolean(),
  /** When the creator withdrew the agent, and when its calls end, which may be past; null: it is not withdrawn. */
  withdrawn_at: v.nullable(v.string()),
  calls_end_at: v.nullable(v.string()),
});
/** The deployment that an API key gives access to. */
export type KeyGrant = v.InferOutput<typeof keyGrant>;

export const instructions = v.object({
  agent_name: v.string(),
  prompt: v.string(),
  temperature: v.number(),
  max_tokens: v.number(),
  /** Set for an agent that runs on its creator's server. */
  external_url: v.nullable(v.string()),
});
export type StoredInstructions = v.InferOutput<typeof instructions>;

const suspension = v.object({
  outcome: v.picklist(['agent_suspended', 'deployment_suspended', 'person_suspended']),
  reason: v.string(),
  /** The address for appeals. */
  appeal: v.string(),
});

/** Everything that the calls of a key need. Members that are missing belong to deleted deployments. */
export const callGrant = v.object({
  grant: keyGrant,
  /** Ids whose changes concern the grant. */
  subjects: v.optional(v.array(v.string())),
  /** How many requests may proceed before the window of the key's rate ends. */
  requests: v.optional(v.number()),
  window_seconds: v.optional(v.number()),
  instructions: v.optional(instructions),
  /** Whether the agent has tools; undefined: ask. */
  has_tools: v.optional(v.boolean()),
  suspension: v.nullish(suspension),
  is_withdrawn: v.optional(v.boolean()),
  /** Until the key expires or the agent's calls end; null: no end is set. */
  valid_seconds: v.nullish(v.number()),
});
export type CallGrant = v.InferOutput<typeof callGrant>;

const overQuota = v.object({
  outcome: v.literal('over_quota'),
  plan_name: v.string(),
  quota: v.number(),
  period_end: v.string(),
  /** Leases of others, who were asked to give back what they do not need. */
  others: v.optional(v.number()),
});

/** A spend limit of the owner is reached until `period_end`. */
const overLimit = v.object({
  outcome: v.picklist(['over_account_limit', 'over_deployment_limit', 'over_key_limit']),
  period_end: v.string(),
  others: v.optional(v.number()),
});

export const leaseResult = v.variant('outcome', [
  v.object({ outcome: v.literal('leased'), places: v.number(), is_counted: v.boolean() }),
  v.object({ outcome: v.picklist(['gone', 'expired']) }),
  overQuota,
  overLimit,
]);
export type LeaseResult = v.InferOutput<typeof leaseResult>;

export const beginCallResult = v.variant('outcome', [
  v.object({ outcome: v.literal('begun'), call_id: v.string(), ...instructions.entries }),
  /** The call with this idempotency key has ended: `answer` is its reply, encrypted. */
  v.object({ outcome: v.literal('answered'), call_id: v.string(), answer: v.string(), cost: v.number() }),
  /** It is running. */
  v.object({ outcome: v.literal('running'), call_id: v.string() }),
  /** A call with this idempotency key was charged, but its reply is not stored. */
  v.object({ outcome: v.literal('spent') }),
  v.object({ outcome: v.literal('withdrawn') }),
  suspension,
  overQuota,
  overLimit,
  v.object({ outcome: v.literal('gone') }),
  v.object({ outcome: v.literal('key_reused') }),
]);
export type BeginCallResult = v.InferOutput<typeof beginCallResult>;

export const previewAccess = v.object({
  /** The user's id; null for a visitor. */
  user_id: v.nullable(v.string()),
  /** Null: no agent, or none that the user can read, or its notice period is over. */
  agent_id: v.nullable(v.string()),
  is_creator: v.boolean(),
});
export type PreviewAccess = v.InferOutput<typeof previewAccess>;

export const previewReservation = v.variant('outcome', [
  v.object({ outcome: v.literal('reserved'), day: v.string() }),
  v.object({ outcome: v.picklist(['day', 'address', 'own']) }),
  suspension,
]);
export type PreviewReservation = v.InferOutput<typeof previewReservation>;

/** The budgets that a preview counts against. */
export interface PreviewSubject {
  /** The user; null for a visitor. */
  person: string | null;
  address: string;
}

export interface BeginCallParameters {
  deployment_id: string;
  /** The key of the call, whose grant is known. */
  key_id: string | null;
  /** Seconds until an unfinished call loses its place in the quota. */
  lease_seconds: number;
  idempotency_key: string | null;
  request_hash: string | null;
}

export const takenToolCalls = v.variant('outcome', [
  v.object({ outcome: v.literal('taken'), state: v.string() }),
  v.object({ outcome: v.picklist(['used', 'other', 'unknown']) }),
]);

export const toolSecret = v.object({ header: v.string(), secret: v.nullable(v.string()) });
export type ToolSecret = v.InferOutput<typeof toolSecret>;
