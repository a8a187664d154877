/** Runs a deploy for the commands that change an environment: asks for the reason, shows progress, prints the result. */
import { AppError } from '@slipway/contracts';
import { deploy, type Deployed, type DeployRequest } from '../composition/deploy';
import { author } from './author';
import type { Output, Terminal } from './command';
import { changeLines } from './text';

/** @throws `invalid_input` when no reason is given and the terminal is not interactive */
async function reasonFor(given: string | undefined, isDryRun: boolean, terminal: Terminal): Promise<string> {
  const asked = !given && !isDryRun && terminal.isInteractive ? await terminal.ask('Reason: ') : undefined;
  const reason = (given ?? asked ?? '').trim();
  if (reason || isDryRun) return reason;
  throw new AppError('invalid_input', 'Every change needs a reason: add --reason "why it is made"');
}

export async function runDeploy(
  request: Omit<DeployRequest, 'author' | 'reason' | 'isDryRun' | 'onProgress'>,
  args: { reason?: string | undefined; 'dry-run': boolean },
  terminal: Terminal,
): Promise<Output> {
  const isDryRun = args['dry-run'];
  const deployed = await deploy({
    ...request,
    author: author(terminal.env, request.workspace.root),
    reason: await reasonFor(args.reason, isDryRun, terminal),
    isDryRun,
    onProgress: (app, { done, total }) => {
      terminal.progress(`${app}: ${String(done)} of ${String(total)} files`);
    },
  });
  return { text: summary(request.environment.name, deployed), data: dataOf(deployed, isDryRun) };
}

/** Whether a deploy, or a dry run, found that nothing differs. */
const isUnchanged = ({ before, composition }: Deployed) => before === composition;

const settingLine = (field: string) =>
  field === 'fallback' ? 'fallback removed' : `${field} updated from the environment's file`;

function summary(environment: string, deployed: Deployed): string {
  const { composition, record, isWritten } = deployed;
  const revision = String(composition.revision);
  if (isUnchanged(deployed))
    return `Nothing to do: ${environment} already runs this, as revision ${revision}`;
  const lines = [...changeLines(record.changes), ...record.settings.map(settingLine)];
  return [
    isWritten
      ? `${environment} now runs revision ${revision}`
      : `${environment} would run revision ${revision} (dry run, nothing was written)`,
    ...(lines.length > 0 ? lines : ['no changes']).map((line) => `  ${line}`),
  ].join('\n');
}

const dataOf = (deployed: Deployed, isDryRun: boolean) => {
  const { before, composition, record, isWritten } = deployed;
  return {
    environment: composition.environment,
    revision: composition.revision,
    before: before?.revision ?? null,
    isWritten,
    isDryRun,
    ...record,
    ...(isUnchanged(deployed) && { changes: [], settings: [] }),
  };
};
