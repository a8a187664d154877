/** Whether what is new here has run elsewhere for as long as the environment asks. */
import { history } from '../composition/read';
import { versionsOf } from '../composition/record';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';

const MINUTE = 60_000;

/** Milliseconds that a part has run a version in an environment, all times together, as far as `enough`. */
async function timeRun(
  workspace: Workspace,
  environment: Environment,
  part: string,
  version: string,
  enough: number,
): Promise<number> {
  let until = Date.now();
  let total = 0;
  for await (const { composition } of history(await workspace.store(environment), environment.name)) {
    const since = Date.parse(composition.createdAt);
    if (versionsOf(composition).get(part) === version) total += until - since;
    if (total >= enough) break;
    until = since;
  }
  return total;
}

/** `parts` are the new ones, to their versions. */
export async function approvalProblems(
  workspace: Workspace,
  environment: Environment,
  parts: ReadonlyMap<string, string>,
): Promise<string[]> {
  const problems = await Promise.all(
    environment.approvals.flatMap(({ environment: name, minutes }) => {
      const elsewhere = workspace.environment(name);
      return [...parts].map(async ([part, version]) => {
        const ran = await timeRun(workspace, elsewhere, part, version, minutes * MINUTE);
        if (ran > 0 && ran >= minutes * MINUTE) return undefined;
        return `${environment.name} takes what has run in ${name} for ${String(minutes)} minutes; ${part} ${version.slice(0, 8)} has run there for ${String(Math.floor(ran / MINUTE))}: deploy it there and wait`;
      });
    }),
  );
  return problems.filter((problem) => problem !== undefined);
}
