/** Checks that new releases have run in other environments for as long as this environment requires, by the clocks of their stores. */
import { history } from '../composition/read';
import { stableVersion } from '../composition/record';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';

const MINUTE = 60_000;

/** Milliseconds that an app has run a version in an environment in total, or undefined if never. Stops counting at `enough`. */
async function timeRun(
  workspace: Workspace,
  environment: Environment,
  app: string,
  version: string,
  enough: number,
): Promise<number | undefined> {
  const store = await workspace.store(environment);
  let until = await store.now();
  let total: number | undefined;
  for await (const { composition } of history(store, environment.name)) {
    // Revisions from before stores kept the time may lie in the future.
    const since = Math.min(until, Date.parse(composition.createdAt));
    if (stableVersion(composition, app) === version) total = (total ?? 0) + until - since;
    if (total !== undefined && total >= enough) break;
    until = since;
  }
  return total;
}

/** `added` maps the apps that are new here to their versions. */
export async function minimumTimeFailures(
  workspace: Workspace,
  environment: Environment,
  added: ReadonlyMap<string, string>,
): Promise<string[]> {
  const failures = await Promise.all(
    (environment.policy?.minimumTime ?? []).flatMap(({ environment: name, minutes }) => {
      const other = workspace.environment(name);
      return [...added].map(async ([app, version]) => {
        const ran = await timeRun(workspace, other, app, version, minutes * MINUTE);
        if (ran !== undefined && ran >= minutes * MINUTE) return undefined;
        return `${environment.name} requires ${String(minutes)} minutes in ${name}, and ${app} ${version.slice(0, 8)} has run there for ${String(Math.floor((ran ?? 0) / MINUTE))}: deploy it to ${name} and wait`;
      });
    }),
  );
  return failures.filter((failure) => failure !== undefined);
}
