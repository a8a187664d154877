/**
 * Checks that new releases have run in other environments for as long as this environment requires: by the signed history
 * of those environments and the clocks of their stores.
 */
import { type Composition, isAppError } from '@slipway/contracts';
import { stableVersion } from '../composition/record';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { allEnded } from '../store/parallel';
import { verifiedHistory } from '../trust/history';
import { openTrust } from '../trust/open';

const MINUTE = 60_000;

/** The revisions that an environment ran, newest first. */
interface Ran {
  /** Milliseconds since 1970, by the clock of its store. */
  now: number;
  revisions: AsyncIterable<{ composition: Composition; createdAt: string }>;
}

/** @throws `slice_untrusted`, `not_found` */
async function ranIn(workspace: Workspace, environment: Environment): Promise<Ran> {
  const store = await workspace.store(environment);
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  async function* revisions() {
    for await (const { composition, statement } of verifiedHistory(trust, environment.name))
      yield { composition, createdAt: statement.facts.createdAt };
  }
  return { now: trust.now.getTime(), revisions: revisions() };
}

/** Milliseconds that an app has run a version in total, or undefined if never. Stops counting at `enough`. */
async function timeRun(
  { now, revisions }: Ran,
  app: string,
  version: string,
  enough: number,
): Promise<number | undefined> {
  let until = now;
  let total: number | undefined;
  for await (const { composition, createdAt } of revisions) {
    // Revisions from before stores kept the time may lie in the future.
    const since = Math.min(until, Date.parse(createdAt));
    if (stableVersion(composition, app) === version) total = (total ?? 0) + until - since;
    if (total !== undefined && total >= enough) break;
    until = since;
  }
  return total;
}

/** `added` maps the apps that are new here to their versions; `read` is replaced only by tests of the counting. */
export async function minimumTimeFailures(
  workspace: Workspace,
  environment: Environment,
  added: ReadonlyMap<string, string>,
  read: (workspace: Workspace, other: Environment) => Promise<Ran> = ranIn,
): Promise<string[]> {
  const failures = await allEnded(
    (environment.policy?.minimumTime ?? []).flatMap(({ environment: name, minutes }) => {
      const other = workspace.environment(name);
      return [...added].map(async ([app, version]) => {
        let ran: number | undefined;
        try {
          ran = await timeRun(await read(workspace, other), app, version, minutes * MINUTE);
        } catch (error) {
          if (!isAppError(error) || error.code === 'unavailable') throw error;
          return `${environment.name} requires ${String(minutes)} minutes in ${name}, and nothing proves what ran there: ${error.message}`;
        }
        if (ran !== undefined && ran >= minutes * MINUTE) return undefined;
        return `${environment.name} requires ${String(minutes)} minutes in ${name}, and ${app} ${version.slice(0, 8)} has run there for ${String(Math.floor((ran ?? 0) / MINUTE))}: deploy it to ${name} and wait`;
      });
    }),
  );
  return failures.filter((failure) => failure !== undefined);
}
