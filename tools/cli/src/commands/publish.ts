/** `slipway publish <slice…> --env`: puts builds into an environment's store, once and for good. No environment runs them yet. */
import { environmentArg, slipwayCommand, writing } from '../command-line/command';
import { buildOf } from '../command-line/slices';
import { short } from '../command-line/text';
import { fileProblems } from '../checks/files';
import { publish } from '../release/publish';
import { AppError } from '@slipway/contracts';

export default slipwayCommand({
  meta: { name: 'slipway publish', description: "Put builds into an environment's release store" },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Folders under apps/, or paths to slices elsewhere',
    },
    ...environmentArg,
    'dry-run': writing['dry-run'],
  },
  takesMany: true,
  examples: [
    'slipway publish marketplace --env staging',
    'slipway publish shell marketplace --env production',
    'slipway publish . --env staging',
  ],
  async run({ _: words, env, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const store = await workspace.store(workspace.environment(env));
    const candidates = await Promise.all(words.map((word) => buildOf(workspace, word)));
    const problems = (await Promise.all(candidates.map((candidate) => fileProblems(candidate, true)))).flat();
    if (problems.length > 0) throw new AppError('slice_incompatible', problems.join('\n'));

    const results = [];
    for (const candidate of candidates) {
      const { id, version } = candidate.release;
      const isSent =
        !isDryRun &&
        (await publish(store, candidate, ({ done, total }) => {
          terminal.progress(`${id}: ${String(done)} of ${String(total)} files`);
        }));
      results.push({ id, version, isSent });
    }
    const word = (isSent: boolean) => (isDryRun ? 'would go into' : isSent ? 'is in' : 'was already in');
    return {
      text: results
        .map(({ id, version, isSent }) => `${id} ${short(version)} ${word(isSent)} ${store.address}`)
        .join('\n'),
      data: { store: store.address, isDryRun, releases: results },
    };
  },
});
