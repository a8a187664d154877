/** `slipway rollback --env [--to <revision>] [<slice…>]`: runs again what ran before, as a new revision. */
import { AppError } from '@slipway/contracts';
import { makeChange } from '../command-line/runDeploy';
import { environmentArg, slipwayCommand, writing } from '../command-line/command';
import { current, readComposition } from '../composition/read';
import { ownerOfPart } from '../composition/canary';
import { partsOf } from '../composition/record';

export default slipwayCommand({
  meta: { name: 'slipway rollback', description: 'Run again what ran before, as a new revision' },
  args: {
    slice: { type: 'positional', required: false, description: 'Only these; all when none is named' },
    ...environmentArg,
    to: {
      type: 'string',
      valueHint: 'revision',
      description: 'The revision to run again; the one before, by default',
    },
    ...writing,
  },
  takesMany: true,
  examples: [
    'slipway rollback --env production --reason "prices are wrong"',
    'slipway rollback marketplace --env production --reason "search is slow"',
    'slipway rollback --env production --to 41 --dry-run',
  ],
  async run(args, terminal) {
    const { _: words, env, to } = args;
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    const store = await workspace.store(environment);
    const now = await current(store, environment.name);
    if (!now) throw new AppError('not_found', `${env} runs nothing yet`);
    const revision = to === undefined ? now.record.previous : Number(to);
    if (!Number.isInteger(revision) || revision < 0) {
      throw new AppError(
        'invalid_input',
        `--to ${to ?? ''} is no revision: slipway history --env ${env} lists them`,
      );
    }
    if (revision === 0) throw new AppError('not_found', `${env} has run nothing else before`);
    const rollbackTo = await readComposition(store, environment.name, revision);
    const earlier = partsOf(rollbackTo);
    const absent = words.filter((word) => !earlier.has(word));
    if (absent.length > 0) {
      throw new AppError('not_found', `Revision ${String(revision)} of ${env} ran no ${absent.join(', ')}`);
    }
    return makeChange(
      {
        workspace,
        environment,
        store,
        candidates: [],
        rollbackTo,
        change: (parts) =>
          words.length === 0
            ? earlier
            : new Map([
                ...[...parts].filter(([part]) => !words.includes(ownerOfPart(part))),
                ...[...earlier].filter(([part]) => words.includes(ownerOfPart(part))),
              ]),
      },
      args,
      terminal,
    );
  },
});
