/**
 * Finds and removes plans that can no longer be carried out, with their approvals. Those that revisions name stay: they
 * prove approvals.
 */
import { approvalsFolder, planKey, plansFolder } from '../policy/paths';
import { MAX_REVISIONS, readPlan } from '../policy/plan';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { currentRevision } from './read';
import { parseRecord } from './record';
import { claimedRevisions } from './write';

export interface UnusedPlan {
  environment: string;
  /** The revision that it starts from and its hash: `41-<sha256>`. */
  name: string;
}

/** The plan that a revision's record names. Undefined for a damaged record too: no plan can repair it. */
async function planOf(store: Store, environment: string, revision: number): Promise<string | undefined> {
  const bytes = await store.get(`${revisionBase(environment, revision)}record.json`);
  try {
    return parseRecord(JSON.parse(bytes?.toString() ?? ''), 'record.json').policy?.plan;
  } catch {
    return undefined;
  }
}

/** Plans made before `oldest` (milliseconds since 1970), or too many revisions ago to be carried out. */
export async function unusedPlans(store: Store, environment: string, oldest: number): Promise<UnusedPlan[]> {
  const files = await store.list(plansFolder(environment));
  if (files.length === 0) return [];
  const [current, revisions] = await Promise.all([
    currentRevision(store, environment),
    claimedRevisions(store, environment),
  ]);
  const named = new Set(await Promise.all(revisions.map((revision) => planOf(store, environment, revision))));
  const unused = await Promise.all(
    files
      .map((file) => file.replace(/\.json$/, ''))
      .filter((name) => !named.has(name))
      .map(async (name) => {
        const isReplaced = Number.parseInt(name, 10) <= current - MAX_REVISIONS;
        const made = isReplaced ? undefined : await readPlan(store, environment, name);
        const isOld = isReplaced || (made !== undefined && Date.parse(made.plan.createdAt) < oldest);
        return isOld ? [{ environment, name }] : [];
      }),
  );
  return unused.flat();
}

/** The approvals go first: an interrupted prune finds the plan again. */
export async function removePlans(store: Store, plans: readonly UnusedPlan[]): Promise<void> {
  for (const { environment, name } of plans) {
    await store.remove(approvalsFolder(environment, name.replace(/^\d+-/, '')));
    await store.remove(planKey(environment, name));
  }
}
