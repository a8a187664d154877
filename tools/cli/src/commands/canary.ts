/**
 * `slipway canary <slice> --env --percent n | --auto steps | --finish | --abort`: gives a share of the visitors a newer
 * release of a slice, or of the shell.
 */
import { AppError } from '@slipway/contracts';
import { abortCanary } from '../canary/abort';
import { withCanary, withoutCanary } from '../canary/edits';
import { author } from '../command-line/author';
import { autoArgs, parseAutoArgs, runAutoCanary } from '../command-line/autoCanary';
import { deployArgs, environmentArg, slipwayCommand } from '../command-line/command';
import { healthSource } from '../command-line/healthSource';
import { checkChangeArgs, reasonFor } from '../command-line/reason';
import { deployOutput, runDeploy, withNotices } from '../command-line/runDeploy';
import { chooseRelease, isName, releaseNamed } from '../command-line/slices';
import { openTarget, verifiedComposition } from '../command-line/target';
import { selectionOf } from '../composition/selection';

/** @throws `invalid_input` */
function parsePercent(text: string): number {
  const percent = Number(text);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return percent;
  throw new AppError(
    'invalid_input',
    `--percent ${text} must be a whole number from 1 to 99; use --finish for all visitors, --abort for none`,
  );
}

export default slipwayCommand({
  meta: {
    name: 'slipway canary',
    description: 'Give a share of the visitors a newer release of a slice or the shell',
  },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description:
        'A slice (or shell) with a canary, a built slice, a release such as billing@1a2b3c4d, or a path',
    },
    ...environmentArg,
    percent: {
      type: 'string',
      valueHint: 'n',
      description: 'The share of visitors, 1 to 99; those who have the canary keep it when the share grows',
    },
    finish: { type: 'boolean', default: false, description: 'Give the canary to everyone' },
    abort: { type: 'boolean', default: false, description: 'Give everyone the stable release' },
    ...autoArgs,
    ...deployArgs,
  },
  examples: [
    'slipway canary billing@1a2b3c4d --env production --percent 10 --reason "new plans"',
    'slipway canary billing --env production --percent 50 --reason "no errors in a day"',
    'slipway canary billing@1a2b3c4d --env production --auto 1,5,25,100 --reason "new plans"',
    'slipway canary shell@5e6f7a8b --env production --percent 5 --reason "new router"',
    'slipway canary billing --env production --finish --reason "good"',
    'slipway canary billing --env production --abort --reason "totals are wrong"',
  ],
  async run(args, terminal) {
    const { slice, env, percent, finish, abort } = args;
    if ([percent !== undefined, args.auto !== undefined, finish, abort].filter(Boolean).length !== 1) {
      throw new AppError('invalid_input', 'Pass exactly one of --percent, --auto, --finish and --abort');
    }
    const share = percent === undefined ? undefined : parsePercent(percent);
    const auto = args.auto === undefined ? undefined : parseAutoArgs({ ...args, auto: args.auto });
    if (!auto) checkChangeArgs(args, terminal);
    const release = releaseNamed(slice);
    const workspace = terminal.workspace();
    const target = await openTarget(workspace, env);
    const { stable, canaries } = selectionOf(await verifiedComposition(target));
    const app = release?.id ?? slice;
    const running = canaries.get(app);

    if (auto) {
      const chosen =
        running && isName(slice)
          ? { id: slice, version: running.version, candidate: undefined }
          : await chooseRelease(workspace, target.store, slice);
      return runAutoCanary(target, chosen, healthSource(terminal.env, target), auto, terminal);
    }
    if (share === undefined) {
      if (!running?.version.startsWith(release?.start ?? ''))
        throw new AppError('not_found', `${slice} has no canary in ${env}`);
      if (abort && !args.plan && !args['break-glass']) {
        const isDryRun = args['dry-run'];
        const reason = await reasonFor(args.reason, isDryRun, terminal);
        const by = { author: author(terminal.env, workspace.root), reason, isDryRun };
        const request = { ...target, candidates: [], edits: withoutCanary(app, undefined) };
        return deployOutput(request, await abortCanary(target, app, by), isDryRun);
      }
      const edits = withoutCanary(app, finish ? running.version : undefined);
      const { version } = running;
      const action = { kind: finish ? 'finish' : 'abort', environment: env, slice: app, version } as const;
      return runDeploy({ ...target, candidates: [], edits, action }, args, terminal);
    }
    // Only a name means the canary that runs: its share changes, even if the slice was built again since.
    if (running && isName(slice)) {
      const edits = withCanary(slice, { version: running.version, percent: share });
      const { version: of } = running;
      const action = { kind: 'canary', environment: env, slice, of, percent: share } as const;
      return runDeploy({ ...target, candidates: [], edits, action }, args, terminal);
    }
    const { id, version, candidate, notice } = await chooseRelease(workspace, target.store, slice);
    if (!stable.has(id)) {
      throw new AppError('not_found', `${env} does not run ${id} yet: slipway deploy ${slice} --env ${env}`);
    }
    if (stable.get(id) === version) {
      throw new AppError('conflict', `${id} ${version.slice(0, 8)} is already the stable release in ${env}`);
    }
    const edits = withCanary(id, { version, percent: share });
    const action = { kind: 'canary', environment: env, slice: id, version, percent: share } as const;
    const candidates = candidate ? [candidate] : [];
    const output = await runDeploy({ ...target, candidates, edits, action }, args, terminal);
    return withNotices(output, notice === undefined ? [] : [notice]);
  },
});
