/** `slipway promote <slice…|--all> --from --to`: gives one environment the releases another one runs. Nothing is rebuilt. */
import { AppError } from '@slipway/contracts';
import { makeChange } from '../command-line/runDeploy';
import { slipwayCommand, writing } from '../command-line/command';
import { currentComposition } from '../composition/read';
import { versionsOf } from '../composition/record';
import { publishedRelease } from '../release/candidate';

export default slipwayCommand({
  meta: { name: 'slipway promote', description: 'Give one environment the releases another one runs' },
  args: {
    slice: { type: 'positional', required: false, description: 'Slices, or shell; none with --all' },
    from: {
      type: 'string',
      required: true,
      valueHint: 'name',
      description: 'The environment that runs them',
    },
    to: { type: 'string', required: true, valueHint: 'name', description: 'The environment that gets them' },
    all: { type: 'boolean', default: false, description: 'Everything the first one runs' },
    ...writing,
  },
  takesMany: true,
  examples: [
    'slipway promote marketplace --from staging --to production --reason "approved by Ada"',
    'slipway promote --all --from staging --to production --dry-run',
  ],
  async run(args, terminal) {
    const { _: words, from, to, all } = args;
    if (all === words.length > 0) {
      throw new AppError('invalid_input', 'Name the slices to promote, or --all: one of both');
    }
    const workspace = terminal.workspace();
    const source = workspace.environment(from);
    const environment = workspace.environment(to);
    const [sourceStore, store] = await Promise.all([workspace.store(source), workspace.store(environment)]);
    const runs = versionsOf(await currentComposition(sourceStore, source.name));
    const missing = words.filter((word) => !runs.has(word));
    if (missing.length > 0 || runs.size === 0) {
      throw new AppError(
        'not_found',
        `${from} does not run ${missing.join(', ') || 'anything'}: it runs ${[...runs.keys()].join(', ') || 'nothing'}`,
      );
    }
    const taken = [...runs].filter(([part]) => all || words.includes(part));
    return makeChange(
      {
        workspace,
        environment,
        store,
        candidates:
          sourceStore.address === store.address
            ? []
            : await Promise.all(taken.map(([part, version]) => publishedRelease(sourceStore, part, version))),
        change: (now) => new Map([...now, ...taken]),
      },
      args,
      terminal,
    );
  },
});
