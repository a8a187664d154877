/** What the commands that change an environment have in common: the reason, the deploy, and how it is told. */
import { AppError } from '@slipway/contracts';
import { deploy, type Deployed, type DeployRequest } from '../composition/deploy';
import { author } from './author';
import type { Output, Terminal } from './command';
import { changeLines } from './text';

/** @throws `invalid_input` when none is given and nobody is there to ask */
async function reasonFor(given: string | undefined, isDryRun: boolean, terminal: Terminal): Promise<string> {
  const asked = !given && !isDryRun && terminal.isInteractive ? await terminal.ask('Why? ') : undefined;
  const reason = (given ?? asked ?? '').trim();
  if (reason || isDryRun) return reason;
  throw new AppError('invalid_input', 'Every change has a reason: add --reason "what for"');
}

type Change = Omit<DeployRequest, 'author' | 'reason' | 'isDryRun' | 'onProgress'>;

export async function makeChange(
  change: Change,
  args: { reason?: string | undefined; 'dry-run': boolean },
  terminal: Terminal,
): Promise<Output> {
  const isDryRun = args['dry-run'];
  const deployed = await deploy({
    ...change,
    author: author(terminal.env, change.workspace.root),
    reason: await reasonFor(args.reason, isDryRun, terminal),
    isDryRun,
    onProgress: (part, { done, total }) => {
      terminal.progress(`${part}: ${String(done)} of ${String(total)} files`);
    },
  });
  return { text: told(change.environment.name, deployed, isDryRun), data: dataOf(deployed, isDryRun) };
}

function told(environment: string, { composition, record, isWritten }: Deployed, isDryRun: boolean): string {
  if (!isWritten && !isDryRun) {
    return `${environment} runs this already, since revision ${String(composition.revision)}: nothing was written`;
  }
  const lines = [
    ...changeLines(record.changes),
    ...record.settings.map((field) =>
      field === 'fallback' ? 'no earlier release in its place' : `${field} as its file says`,
    ),
  ];
  const would = isWritten ? 'runs' : 'would run';
  return [
    `${environment} ${would} revision ${String(composition.revision)}${isWritten ? '' : '; nothing was written'}`,
    ...(lines.length > 0 ? lines : ['nothing changes']).map((line) => `  ${line}`),
  ].join('\n');
}

const dataOf = ({ before, composition, record, isWritten }: Deployed, isDryRun: boolean) => ({
  environment: composition.environment,
  revision: composition.revision,
  before: before?.revision ?? null,
  isWritten,
  isDryRun,
  ...record,
});
