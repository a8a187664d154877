/** A plan: a change that waits for approvals. Its name is the hash of its bytes, so an approval is of exactly this change. */
import * as v from 'valibot';
import { AppError, type Composition, parseComposition, parseDocument } from '@slipway/contracts';
import { type Settings, settingsSchema } from '../environment/settings';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';
import { planKey, plansFolder } from './paths';
import type { PartChanges } from './parts';

/** Approvals lose their value after so many revisions of other parts. */
export const MAX_REVISIONS = 50;

const hash = v.nullable(v.string());

const schema = v.object({
  schema: v.literal(1, 'must be 1'),
  environment: v.string(),
  /** The revision that the change starts from, and the hash of its statement. */
  base: v.object({ revision: v.number(), sha256: v.string() }),
  /** The ids of the author's keys, one of which has signed the plan. */
  author: v.array(v.string()),
  reason: v.string(),
  /** ISO-8601 UTC, by the store's clock. */
  createdAt: v.string(),
  changes: v.record(v.string(), v.tuple([hash, hash])),
  /** The result of the change. */
  composition: v.unknown(),
  settings: settingsSchema,
  /** The console's action that carries it out, if there is one. */
  action: v.optional(v.unknown()),
});

export interface Plan {
  schema: 1;
  environment: string;
  base: { revision: number; sha256: string };
  author: readonly string[];
  reason: string;
  createdAt: string;
  changes: PartChanges;
  composition: Composition;
  settings: Settings;
  action?: unknown;
}

export interface NamedPlan {
  name: string;
  /** The hash that approvals name. */
  sha256: string;
  plan: Plan;
}

export async function writePlan(store: Store, plan: Plan): Promise<NamedPlan> {
  const bytes = Buffer.from(JSON.stringify(plan));
  const name = `${String(plan.base.revision)}-${sha256(bytes)}`;
  await store.create(planKey(plan.environment, name), bytes);
  return { name, sha256: sha256(bytes), plan };
}

/** Undefined if it is missing, or if its bytes do not match the hash in its name. */
export async function readPlan(
  store: Store,
  environment: string,
  name: string,
): Promise<NamedPlan | undefined> {
  const key = planKey(environment, name);
  const bytes = await store.get(key);
  if (!bytes || !name.endsWith(`-${sha256(bytes)}`)) return undefined;
  const parsed = parseDocument(schema, JSON.parse(bytes.toString()), key);
  const composition = parseComposition(parsed.composition, key);
  return { name, sha256: sha256(bytes), plan: { ...parsed, composition } };
}

const namesOf = async (store: Store, environment: string): Promise<string[]> =>
  (await store.list(plansFolder(environment))).map((file) => file.replace(/\.json$/, ''));

/** The plans that start from one of the last revisions. */
export async function recentPlans(store: Store, environment: string, revision: number): Promise<NamedPlan[]> {
  const recent = (await namesOf(store, environment)).filter(
    (name) => Number.parseInt(name, 10) > revision - MAX_REVISIONS,
  );
  const plans = await Promise.all(recent.map((name) => readPlan(store, environment, name)));
  return plans.filter((plan) => plan !== undefined);
}

/** The digits of a plan's hash that a message shows, and that `slipway approve` takes. */
export const shortPlan = ({ sha256: hash }: Pick<NamedPlan, 'sha256'>) => hash.slice(0, 12);

/** @throws `not_found` */
export async function planNamed(store: Store, environment: string, start: string): Promise<NamedPlan> {
  const found = (await namesOf(store, environment)).filter((name) =>
    name.replace(/^\d+-/, '').startsWith(start),
  );
  const plan =
    found.length === 1 && found[0] && start.length >= 8
      ? await readPlan(store, environment, found[0])
      : undefined;
  if (plan?.plan.environment === environment) return plan;
  throw new AppError(
    'not_found',
    `${environment} has no plan ${start}, or it was altered: pass the id that slipway deploy --plan printed, at least 8 digits`,
  );
}
