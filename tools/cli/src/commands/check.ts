/**
 * `slipway check <slice…> [--env]`: runs the checks of a deploy, and writes nothing. Without `--env` it checks every
 * environment. `--migration` checks a migration against the releases that run now.
 */
import { AppError } from '@slipway/contracts';
import { checkEverywhere } from '../command-line/checkEverywhere';
import { checkMigration } from '../command-line/checkMigration';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { deploySlices } from '../command-line/deploySlices';

export default slipwayCommand({
  meta: { name: 'slipway check', description: 'Check slices against what environments run' },
  args: {
    slice: {
      type: 'positional',
      required: false,
      description: 'Slices, releases such as billing@1a2b3c4d, or paths',
    },
    env: {
      ...environmentArg.env,
      required: false,
      description: 'Only this environment; all except previews by default',
    },
    migration: {
      type: 'string',
      valueHint: 'file',
      description: 'Check this migration against the releases that run now, instead of slices',
    },
  },
  takesMany: true,
  examples: [
    'slipway check marketplace',
    'slipway check shell',
    'slipway check marketplace@1a2b3c4d --env production',
    'slipway check --migration supabase/migrations/20261124030000_agent_notice.sql',
  ],
  async run({ _: slices, env, migration }, terminal) {
    if ((migration === undefined) === (slices.length === 0)) {
      throw new AppError('invalid_input', 'Pass either slices to check or --migration');
    }
    const workspace = terminal.workspace();
    if (migration !== undefined) return checkMigration(workspace, migration, env);
    if (env === undefined) return checkEverywhere(workspace, slices);
    const { text, data } = await deploySlices(
      slices,
      {
        env,
        'dry-run': true,
        plan: false,
        'break-glass': false,
        remove: false,
        'without-fallback': false,
        build: false,
      },
      terminal,
    );
    return { text: `All checks passed. ${text}`, data };
  },
});
