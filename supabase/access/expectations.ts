/**
 * The access matrix: for each table, kind of row and verb, the outcome for the row's owner, another signed-in user, a
 * visitor and the service role, in this order. `matrix.test.ts` fails for a table that is missing here.
 */

export const roles = ['owner', 'another user', 'visitor', 'service'] as const;
export const verbs = ['select', 'insert', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];

/** `row`: the row is read, inserted, updated or deleted. `none`: accepted without effect. Else status and SQLSTATE. */
export type Outcome = 'row' | 'none' | `${number} ${string}`;
type Cells = readonly [owner: Outcome, another: Outcome, visitor: Outcome, service: Outcome];
type Expectation = Readonly<Record<Verb, Cells>>;

const ROW = 'row';
const NONE = 'none';
const FORBIDDEN = '403 42501';
const SIGN_IN = '401 42501';

/** Only the server may do it. */
const serverOnly: Cells = [FORBIDDEN, FORBIDDEN, SIGN_IN, ROW];
/** Only the owner may do it; an attempt by another user finds no row. */
const ownerOnly: Cells = [ROW, NONE, SIGN_IN, ROW];
/** Users insert rows in their own name; an insert in the name of another user is rejected. */
const inOwnName: Cells = [ROW, FORBIDDEN, SIGN_IN, ROW];
const everyone: Cells = [ROW, ROW, ROW, ROW];
/** Only triggers may do it. */
const triggersOnly: Cells = [FORBIDDEN, FORBIDDEN, SIGN_IN, FORBIDDEN];

export const expectations = {
  agents: {
    'a draft': {
      select: [ROW, NONE, NONE, ROW],
      insert: inOwnName,
      update: ownerOnly,
      delete: ownerOnly,
    },
    'public and active': { select: everyone, insert: inOwnName, update: ownerOnly, delete: ownerOnly },
    'public and archived': {
      select: [ROW, NONE, NONE, ROW],
      insert: inOwnName,
      update: ownerOnly,
      delete: ownerOnly,
    },
    'a draft that another user deployed': {
      select: [ROW, ROW, NONE, ROW],
      insert: inOwnName,
      update: ownerOnly,
      delete: ['409 PT409', NONE, SIGN_IN, ROW],
    },
  },
  agent_configs: {
    'of a draft': { select: ownerOnly, insert: inOwnName, update: ownerOnly, delete: serverOnly },
    'of a public agent': { select: ownerOnly, insert: inOwnName, update: ownerOnly, delete: serverOnly },
  },
  agent_favorites: {
    'of a public agent': { select: ownerOnly, insert: inOwnName, update: serverOnly, delete: ownerOnly },
  },
  agent_installs: {
    'of a public agent': { select: ownerOnly, insert: inOwnName, update: serverOnly, delete: ownerOnly },
  },
  agent_listings: {
    'of a public agent': { select: everyone, insert: serverOnly, update: serverOnly, delete: serverOnly },
  },
  agent_reports: {
    'of a public agent': { select: ownerOnly, insert: inOwnName, update: serverOnly, delete: serverOnly },
  },
  agent_review_votes: {
    'on a review by another user': {
      select: ownerOnly,
      insert: inOwnName,
      update: serverOnly,
      delete: ownerOnly,
    },
    'on the own review': {
      select: ownerOnly,
      insert: [FORBIDDEN, FORBIDDEN, SIGN_IN, ROW],
      update: serverOnly,
      delete: ownerOnly,
    },
  },
  agent_reviews: {
    'of a public agent, without its author': {
      select: everyone,
      insert: inOwnName,
      update: ownerOnly,
      delete: ownerOnly,
    },
  },
  deployment_calls: {
    'of a deployment, without request_hash': {
      select: ownerOnly,
      insert: serverOnly,
      update: serverOnly,
      delete: serverOnly,
    },
  },
  deployment_events: {
    'of a deployment': {
      select: ownerOnly,
      insert: triggersOnly,
      update: triggersOnly,
      delete: triggersOnly,
    },
  },
  deployment_webhooks: {
    'of a deployment': { select: ownerOnly, insert: serverOnly, update: ownerOnly, delete: ownerOnly },
  },
  deployments: {
    active: { select: ownerOnly, insert: inOwnName, update: ownerOnly, delete: ownerOnly },
  },
  notification_preferences: {
    'of the owner': { select: ownerOnly, insert: inOwnName, update: ownerOnly, delete: serverOnly },
  },
  notifications: {
    'of the owner': { select: ownerOnly, insert: serverOnly, update: ownerOnly, delete: serverOnly },
  },
  profile_details: {
    'without a public agent': {
      select: [ROW, NONE, NONE, ROW],
      insert: inOwnName,
      update: ownerOnly,
      delete: serverOnly,
    },
    'with a public agent': { select: everyone, insert: inOwnName, update: ownerOnly, delete: serverOnly },
  },
  profiles: {
    'without a public agent': {
      select: [ROW, NONE, NONE, ROW],
      insert: serverOnly,
      update: ownerOnly,
      delete: serverOnly,
    },
    'with a public agent': { select: everyone, insert: serverOnly, update: ownerOnly, delete: serverOnly },
  },
  security_audit_log: {
    // Every client inserts its own events.
    'of the owner': {
      select: serverOnly,
      insert: [ROW, '403 PT403', '403 PT403', ROW],
      update: triggersOnly,
      delete: triggersOnly,
    },
  },
  shared_conversations: {
    'without ciphertext': { select: ownerOnly, insert: serverOnly, update: serverOnly, delete: ownerOnly },
  },
  subscriptions: {
    live: { select: ownerOnly, insert: serverOnly, update: serverOnly, delete: serverOnly },
  },
  webhook_deliveries: {
    'of a webhook': { select: ownerOnly, insert: serverOnly, update: serverOnly, delete: serverOnly },
  },
  usage_tracking: {
    'a message': { select: ownerOnly, insert: serverOnly, update: serverOnly, delete: serverOnly },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Expectation>>>>;

export type Table = keyof typeof expectations;

/** One line of the matrix: the expected outcomes of one verb on one kind of row. */
export interface Line {
  table: Table;
  row: string;
  verb: Verb;
  outcomes: readonly Outcome[];
}

/** All lines, in the order above. */
export const lines: Line[] = Object.entries(expectations).flatMap(([table, rows]) =>
  Object.entries<Expectation>(rows).flatMap(([row, cells]) =>
    verbs.map((verb) => ({ table: table as Table, row, verb, outcomes: cells[verb] })),
  ),
);

/** One sentence per table without expectations and per expectation without a table. */
export function gapsOf(tables: readonly string[]): string[] {
  const expected: string[] = Object.keys(expectations);
  return [
    ...tables
      .filter((table) => !expected.includes(table))
      .map((table) => `public.${table} has no row in the matrix: add it to supabase/access/expectations.ts`),
    ...expected
      .filter((table) => !tables.includes(table))
      .map((table) => `public.${table} is in the matrix but not in the database`),
  ];
}
