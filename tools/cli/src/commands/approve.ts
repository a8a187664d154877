/** `slipway approve <env> <plan>`: shows what a plan changes, and signs it. `--revision` approves what runs already. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand, type Terminal } from '../command-line/command';
import { openTrustTarget } from '../command-line/trust';
import { changeLines } from '../command-line/text';
import { rejectFamily } from '../environment/previews';
import { settingsLines } from '../environment/settings';
import { type Approvable, approvablePlan, approvableRevision } from '../policy/approving';

function changesOf({ changes, settings }: Approvable): string[] {
  const lines = [...changeLines(changes), ...settingsLines(settings)];
  return (lines.length > 0 ? lines : ['no changes of releases or settings']).map((line) => `  ${line}`);
}

async function confirm(lines: readonly string[], terminal: Terminal): Promise<void> {
  if (!terminal.isInteractive)
    throw new AppError(
      'invalid_input',
      `${lines.join('\n')}\nRun the command again with --yes to approve this`,
    );
  const answer = await terminal.ask(`${lines.join('\n')}\nApprove this? (yes/no) `);
  if (answer.trim() !== 'yes') throw new AppError('conflict', 'Not approved');
}

function revisionOf(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new AppError('invalid_input', `--revision ${text} must be a whole number above 0`);
}

export default slipwayCommand({
  meta: { name: 'slipway approve', description: 'Approve a plan, or a revision that runs already' },
  args: {
    environment: { type: 'positional', required: true, description: 'The environment' },
    plan: {
      type: 'positional',
      required: false,
      description: 'The plan, as slipway deploy --plan printed it',
    },
    revision: {
      type: 'string',
      valueHint: 'n',
      description: 'A revision instead, for example to acknowledge break-glass',
    },
    yes: { type: 'boolean', default: false, description: 'Sign without asking' },
  },
  examples: [
    'slipway approve production 1a2b3c4d5e6f',
    'slipway approve production 1a2b3c4d5e6f --yes',
    'slipway approve production --revision 41',
  ],
  async run({ environment: env, plan, revision, yes }, terminal) {
    if ((plan === undefined) === (revision === undefined))
      throw new AppError('invalid_input', 'Pass either a plan or --revision');
    const number = revision === undefined ? undefined : revisionOf(revision);
    const { trust, environment } = await openTrustTarget(terminal, env);
    rejectFamily(environment);
    const approving = { workspace: terminal.workspace(), environment, trust };
    const what = plan === undefined ? `revision ${revision ?? ''}` : `plan ${plan}`;
    const approvable =
      plan === undefined
        ? await approvableRevision(approving, number ?? 0)
        : await approvablePlan(approving, plan);
    const { sign, ...shown } = approvable;
    const by = `${plan === undefined ? 'made' : 'planned'} by ${shown.author}: ${shown.reason}`;
    const lines = changesOf(approvable);
    if (!yes) await confirm([by, ...lines], terminal);
    await sign();
    return {
      text: [`Approved ${what} of ${env}`, `approved by ${shown.approver}; ${by}`, ...lines].join('\n'),
      data: { environment: env, plan: plan ?? null, revision: revision ?? null, ...shown },
    };
  },
});
