/**
 * Who may do what: for each table, each kind of row and each verb, what comes of it for
 * the row's owner, another signed-in person, a visitor and the server's own key, in this order.
 * A table of the catalogue that is missing here fails `matrix.test.ts`. One piece, because it is one table.
 */

export const people = ['owner', 'another person', 'visitor', 'service'] as const;
export const verbs = ['select', 'insert', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];

/** `row`: it is seen, made, changed or gone. `none`: accepted, and nothing happened. Else the status and SQLSTATE. */
export type Outcome = 'row' | 'none' | `${number} ${string}`;
type Cells = readonly [owner: Outcome, another: Outcome, visitor: Outcome, service: Outcome];
type Expectation = Readonly<Record<Verb, Cells>>;

const ROW = 'row';
const NONE = 'none';
const FORBIDDEN = '403 42501';
const SIGN_IN = '401 42501';

/** For what only the server writes. */
const refused: Cells = [FORBIDDEN, FORBIDDEN, SIGN_IN, ROW];
/** For what a person does to a row of their own. Another's attempt finds no row. */
const owners: Cells = [ROW, NONE, SIGN_IN, ROW];
/** For a row that a person adds as theirs. Another's attempt to add it in their name is refused. */
const inOwnName: Cells = [ROW, FORBIDDEN, SIGN_IN, ROW];
const everyone: Cells = [ROW, ROW, ROW, ROW];
/** For what its owner reads. Visitors may not even ask. */
const ownersAlone: Cells = [ROW, NONE, SIGN_IN, ROW];
/** For what not even the server's key writes: triggers do. */
const nobody: Cells = [FORBIDDEN, FORBIDDEN, SIGN_IN, FORBIDDEN];

export const expectations = {
  agents: {
    'a draft': {
      select: [ROW, NONE, NONE, ROW],
      insert: inOwnName,
      update: owners,
      delete: owners,
    },
    'a public, active one': { select: everyone, insert: inOwnName, update: owners, delete: owners },
    'a public, archived one': {
      select: [ROW, NONE, NONE, ROW],
      insert: inOwnName,
      update: owners,
      delete: owners,
    },
    'a draft that another runs': {
      select: [ROW, ROW, NONE, ROW],
      insert: inOwnName,
      update: owners,
      delete: ['409 PT409', NONE, SIGN_IN, ROW],
    },
  },
  agent_configs: {
    "a draft's": { select: ownersAlone, insert: inOwnName, update: owners, delete: refused },
    "a public agent's": { select: ownersAlone, insert: inOwnName, update: owners, delete: refused },
  },
  agent_installs: {
    'one of a public agent': { select: ownersAlone, insert: inOwnName, update: refused, delete: owners },
  },
  agent_listings: {
    "a public agent's": { select: everyone, insert: refused, update: refused, delete: refused },
  },
  agent_reports: {
    'one of a public agent': { select: ownersAlone, insert: inOwnName, update: refused, delete: refused },
  },
  agent_review_votes: {
    "one for another's review": { select: ownersAlone, insert: inOwnName, update: refused, delete: owners },
    'one for their own review': {
      select: ownersAlone,
      insert: [FORBIDDEN, FORBIDDEN, SIGN_IN, ROW],
      update: refused,
      delete: owners,
    },
  },
  agent_reviews: {
    'one of a public agent, without whose it is': {
      select: everyone,
      insert: inOwnName,
      update: owners,
      delete: owners,
    },
  },
  deployment_calls: {
    'one of a deployment, without its request': {
      select: ownersAlone,
      insert: refused,
      update: refused,
      delete: refused,
    },
  },
  deployment_events: {
    "a deployment's": { select: ownersAlone, insert: nobody, update: nobody, delete: nobody },
  },
  deployments: {
    'an active one': { select: ownersAlone, insert: inOwnName, update: owners, delete: owners },
  },
  profiles: {
    'one without a public agent': {
      select: [ROW, NONE, NONE, ROW],
      insert: refused,
      update: owners,
      delete: refused,
    },
    'one with a public agent': { select: everyone, insert: refused, update: owners, delete: refused },
  },
  security_audit_log: {
    // Everybody adds events of their own.
    'one of the owner': {
      select: refused,
      insert: [ROW, '403 PT403', '403 PT403', ROW],
      update: nobody,
      delete: nobody,
    },
  },
  subscriptions: {
    'a live one': { select: ownersAlone, insert: refused, update: refused, delete: refused },
  },
  usage_tracking: {
    'a message': { select: ownersAlone, insert: refused, update: refused, delete: refused },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Expectation>>>>;

export type Table = keyof typeof expectations;

/** One line of the matrix: what is expected of one verb on one kind of row. */
export interface Line {
  table: Table;
  row: string;
  verb: Verb;
  outcomes: readonly Outcome[];
}

/** Every line, in the order above. */
export const lines: Line[] = Object.entries(expectations).flatMap(([table, rows]) =>
  Object.entries<Expectation>(rows).flatMap(([row, cells]) =>
    verbs.map((verb) => ({ table: table as Table, row, verb, outcomes: cells[verb] })),
  ),
);

/** A sentence for each table that has no expectations, and for each expectation that has no table. */
export function gapsOf(tables: readonly string[]): string[] {
  const expected: string[] = Object.keys(expectations);
  return [
    ...tables
      .filter((table) => !expected.includes(table))
      .map((table) => `public.${table} has no row in the matrix: add it to supabase/access/expectations.ts`),
    ...expected
      .filter((table) => !tables.includes(table))
      .map((table) => `public.${table} is in the matrix, and not in the database`),
  ];
}
