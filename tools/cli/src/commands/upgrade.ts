/**
 * `slipway upgrade [<slice…>]`: lists the slices in source that are on an older contract; `--write` runs the codemods.
 * With `--env`, lists the slices that block a newer shell, with their teams and the steps for each. `--check` fails if
 * there are any.
 */
import { AppError } from '@slipway/contracts';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { upgradeEnvironment } from '../command-line/upgradeEnvironment';

export default slipwayCommand({
  meta: { name: 'slipway upgrade', description: 'Show and make the steps to a newer contract or shell' },
  args: {
    slice: {
      type: 'positional',
      required: false,
      description:
        'Slices or paths; this folder or all by default. With --env, a shell: its build, or shell@1a2b3c4d',
    },
    env: {
      ...environmentArg.env,
      required: false,
      description: 'Check the releases of this environment instead of source',
    },
    check: { type: 'boolean', default: false, description: 'Fail when anything is held back, for CI' },
    write: { type: 'boolean', default: false, description: 'Change the source with codemods' },
  },
  takesMany: true,
  examples: [
    'slipway upgrade',
    'slipway upgrade billing --write',
    'slipway upgrade --env staging --check',
    'slipway upgrade shell@1a2b3c4d --env production --json',
  ],
  async run({ _: named, env, check, write }, terminal) {
    if (env !== undefined && write) {
      throw new AppError(
        'invalid_input',
        '--write cannot be combined with --env: it changes source, not environments',
      );
    }
    if (env !== undefined && named.length > 1) {
      throw new AppError('invalid_input', `Pass one shell with --env, not ${named.join(', ')}`);
    }
    const { output, isHeldBack } =
      env === undefined
        ? (await import('../command-line/upgradeSources')).upgradeSources(named, write, terminal)
        : await upgradeEnvironment(named[0] ?? 'shell', env, terminal);
    if (isHeldBack && (check || write)) throw new AppError('slice_incompatible', output.text);
    return output;
  },
});
