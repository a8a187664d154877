/** `slipway promote <slice…|--all> --from --to`: deploys the releases of one environment to another one. Builds nothing. */
import { AppError } from '@slipway/contracts';
import { deployArgs, slipwayCommand } from '../command-line/command';
import { checkChangeArgs } from '../command-line/reason';
import { deployAction, runDeploy } from '../command-line/runDeploy';
import { openTarget, verifiedComposition } from '../command-line/target';
import { selectionOf } from '../composition/selection';
import { type Candidate, findRelease, publishedRelease } from '../release/candidate';
import type { Store } from '../store/store';

/**
 * The releases that the target's store lacks. A release in both stores counts with the signature in the target's store,
 * because the team may have other keys there.
 */
async function candidatesOf(
  source: Store,
  target: Store,
  promoted: readonly (readonly [id: string, version: string])[],
): Promise<Candidate[]> {
  if (source.address === target.address) return [];
  const missing = await Promise.all(
    promoted.map(async ([id, version]) =>
      (await findRelease(target, id, version)) ? [] : [await publishedRelease(source, id, version)],
    ),
  );
  return missing.flat();
}

export default slipwayCommand({
  meta: { name: 'slipway promote', description: 'Deploy the releases of one environment to another' },
  args: {
    slice: { type: 'positional', required: false, description: 'Slices or shell; none with --all' },
    from: {
      type: 'string',
      required: true,
      valueHint: 'name',
      description: 'The environment that has the releases',
    },
    to: {
      type: 'string',
      required: true,
      valueHint: 'name',
      description: 'The environment to deploy them to',
    },
    all: { type: 'boolean', default: false, description: 'Every release of the first environment' },
    ...deployArgs,
  },
  takesMany: true,
  examples: [
    'slipway promote marketplace --from staging --to production --reason "approved by Ada"',
    'slipway promote --all --from staging --to production --dry-run',
  ],
  async run(args, terminal) {
    const { _: slices, from, to, all } = args;
    if (all === slices.length > 0) {
      throw new AppError('invalid_input', 'Pass either the slices to promote or --all');
    }
    if (from === to)
      throw new AppError(
        'invalid_input',
        `--from and --to both name ${to}: a promotion is from one environment to another`,
      );
    checkChangeArgs(args, terminal);
    const workspace = terminal.workspace();
    const [source, target] = await Promise.all([openTarget(workspace, from), openTarget(workspace, to)]);
    const { stable } = selectionOf(await verifiedComposition(source));
    if (stable.size === 0) throw new AppError('not_found', `${from} runs nothing yet: deploy to it first`);
    const missing = slices.filter((slice) => !stable.has(slice));
    if (missing.length > 0) {
      throw new AppError(
        'not_found',
        `${from} does not run ${missing.join(', ')}: it runs ${[...stable.keys()].join(', ')}`,
      );
    }
    const promoted = [...stable].filter(([app]) => all || slices.includes(app));
    return runDeploy(
      {
        ...target,
        candidates: await candidatesOf(source.store, target.store, promoted),
        edits: { stable: new Map(promoted) },
        action: deployAction(
          to,
          promoted.map(([id, version]) => ({ id, version })),
        ),
      },
      args,
      terminal,
    );
  },
});
