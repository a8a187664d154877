/** `slipway rollback --env [--to <revision>] [<slice…>]`: runs an earlier revision again, as a new one. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';
import { deployArgs, environmentArg, slipwayCommand, type Terminal } from '../command-line/command';
import { checkChangeArgs } from '../command-line/reason';
import { runDeploy } from '../command-line/runDeploy';
import { openTarget, type Target } from '../command-line/target';
import { beforeCanaries, newestChange } from '../composition/beforeCanaries';
import { currentRevision, readComposition, type Revision } from '../composition/read';
import { selectionOf } from '../composition/selection';
import { commandAdvice } from '../policy/advice';

/** Milliseconds by which the clock of a bucket may be late at first: its responses have no fractions of a second. */
const RESOLUTION = 1_000;

/**
 * If two deployers start the same rollback, the second must not undo the first. The comparison uses the store's clock,
 * which also sets the time of a revision. Each response makes the estimate of a bucket's clock more exact, so a
 * rollback right after a deploy waits for it.
 * @throws `conflict` if a revision was made after the command started
 */
async function rejectNewer(
  { store, environment, named }: Target,
  { composition, record }: Revision,
  { startedAt = performance.now(), advice = commandAdvice }: Terminal,
): Promise<void> {
  const created = Date.parse(composition.createdAt);
  const began = performance.now();
  for (;;) {
    const started = (await store.now()) - (performance.now() - startedAt);
    if (created <= started) return;
    if (created > started + RESOLUTION || performance.now() - began > RESOLUTION) break;
    await pause(50);
    await currentRevision(store, environment.name);
  }
  throw new AppError(
    'conflict',
    `${record.author} has changed ${named} since this command started: ${advice.notRolledBack(named, composition.revision, record.reason)}`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway rollback', description: 'Run an earlier revision again, as a new one' },
  args: {
    slice: { type: 'positional', required: false, description: 'Slices to roll back; all by default' },
    ...environmentArg,
    to: {
      type: 'string',
      valueHint: 'n',
      description:
        'The revision to run again; by default the previous one, or the one before the last change of the slices; after a canary, the one before it began',
    },
    'keep-settings': {
      type: 'boolean',
      default: false,
      description:
        'Keep the current settings; by default, a rollback without slices restores those of the revision',
    },
    ...deployArgs,
  },
  takesMany: true,
  examples: [
    'slipway rollback --env local --reason "prices are wrong"',
    'slipway rollback marketplace --env production --reason "search is slow"',
    'slipway rollback --env production --to 41 --dry-run',
    'slipway rollback --env production --to 41 --keep-settings --reason "only the releases"',
  ],
  async run(args, terminal) {
    const { _: slices, env, to } = args;
    if (to !== undefined && !/^[1-9]\d*$/.test(to)) {
      throw new AppError(
        'invalid_input',
        `--to ${to} is not a revision: slipway history --env ${env} lists them`,
      );
    }
    checkChangeArgs(args, terminal);
    const { advice = commandAdvice } = terminal;
    const target = await openTarget(terminal.workspace(), env);
    const { name } = target.environment;
    const current = await currentRevision(target.store, name);
    if (current === 0) throw new AppError('not_found', `${env} runs nothing yet: deploy to it first`);
    // With --to, the current revision is not read, because it may be damaged.
    const running =
      to === undefined ? selectionOf(await readComposition(target.store, name, current)).canaries : undefined;
    const { newest, undone } =
      (running && (await newestChange(target.store, name, current, running, slices))) ?? {};
    if (newest && !args['dry-run']) await rejectNewer(target, newest, terminal);
    const previous = undone ? await beforeCanaries(target.store, name, undone, slices) : 0;
    const revision = to === undefined ? previous : Number(to);
    if (revision === 0) {
      const { stable } = selectionOf(await readComposition(target.store, name, current));
      const unknown = slices.filter((slice) => !stable.has(slice));
      if (unknown.length > 0) {
        throw new AppError(
          'not_found',
          `${env} does not run ${unknown.join(', ')}, nor has it in its history: it runs ${[...stable.keys()].join(', ')}`,
        );
      }
      const of = slices.length > 0 ? ` with another release of ${slices.join(', ')}` : '';
      throw new AppError('not_found', `${env} has no earlier revision${of}`);
    }
    const rollbackTo = await readComposition(target.store, target.environment.name, revision);
    const earlier = selectionOf(rollbackTo);
    const absent = slices.filter((slice) => !earlier.stable.has(slice));
    if (absent.length > 0) {
      throw new AppError(
        'not_found',
        `Revision ${String(revision)} of ${env} has no ${absent.join(', ')}: to take it out, ${advice.takeOut(env, absent)}`,
      );
    }
    // A canary that has ended does not return, unless --to names its revision.
    const ended = running
      ? [...earlier.canaries].flatMap(([app, { version }]) =>
          running.get(app)?.version === version ? [] : [app],
        )
      : [];
    const edits =
      slices.length === 0
        ? { base: earlier, canaries: new Map(ended.map((app) => [app, undefined])) }
        : {
            stable: new Map(slices.map((slice) => [slice, earlier.stable.get(slice)])),
            canaries: new Map(
              slices.map((slice) => [slice, ended.includes(slice) ? undefined : earlier.canaries.get(slice)]),
            ),
          };
    const restores = slices.length === 0 && !args['keep-settings'];
    const request = {
      candidates: [],
      rollbackTo,
      seen: current,
      edits,
      ...(restores && { restoreSettingsOf: rollbackTo }),
      // An action with --to would bring the canary back.
      ...(!args['keep-settings'] &&
        ended.length === 0 && {
          action: { kind: 'rollback' as const, environment: env, to: revision, slices },
        }),
    };
    return runDeploy({ ...target, ...request }, args, terminal);
  },
});
