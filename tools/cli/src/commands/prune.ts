/** `slipway prune --env`: removes releases, documents and previews that no live or recent composition in the store uses. */
import { dryRun, environmentArg, slipwayCommand } from '../command-line/command';
import { count, shortVersion } from '../command-line/text';
import { prunable, prune } from '../composition/prune';

export default slipwayCommand({
  meta: { name: 'slipway prune', description: 'Remove unused releases and expired previews' },
  args: { ...environmentArg, ...dryRun },
  examples: ['slipway prune --env local --dry-run', 'slipway prune --env production'],
  async run({ env, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const store = await workspace.store(workspace.environment(env));
    const stores = await Promise.all(workspace.families().map((family) => workspace.store(family)));
    const families = workspace.families().filter((_, index) => stores[index]?.address === store.address);
    const unused = await prunable(store, families);
    if (!isDryRun) await prune(store, unused);
    const { uses: _uses, ...removed } = unused;
    const verb = isDryRun ? 'Would remove' : 'Removed';
    return {
      text: [
        `${verb} ${count(unused.releases.length, 'release')}, the files of ${count(unused.files.length, 'release')} from public areas, the documents of ${count(unused.revisions.length, 'revision')}, ${count(unused.plans.length, 'plan')} and ${count(unused.previews.length, 'preview')}`,
        ...unused.previews.map((name) => `  ${name}`),
        ...unused.plans.map(({ environment, name }) => `  plan of ${environment}: ${name.slice(0, 16)}`),
        ...unused.releases.map(({ id, version }) => `  ${id} ${shortVersion(version)}`),
        ...unused.files.map(
          ({ environment, id, version }) => `  files of ${environment}: ${id} ${shortVersion(version)}`,
        ),
      ].join('\n'),
      data: { ...removed, isDryRun },
    };
  },
});
