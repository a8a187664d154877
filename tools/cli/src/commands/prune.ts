/** `slipway prune --env`: removes from an environment's store what no live or recent composition of it names. */
import { environmentArg, slipwayCommand, writing } from '../command-line/command';
import { count, short } from '../command-line/text';
import { prunable, prune } from '../composition/prune';

export default slipwayCommand({
  meta: { name: 'slipway prune', description: 'Remove releases that nothing names any more' },
  args: { ...environmentArg, 'dry-run': writing['dry-run'] },
  examples: ['slipway prune --env production --dry-run', 'slipway prune --env production'],
  async run({ env, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const store = await workspace.store(workspace.environment(env));
    const stores = await Promise.all(workspace.families().map((family) => workspace.store(family)));
    const families = workspace.families().filter((_, index) => stores[index]?.address === store.address);
    const gone = await prunable(store, families);
    if (!isDryRun) await prune(store, gone);
    const verb = isDryRun ? 'would go' : 'are gone';
    return {
      text: [
        `${count(gone.releases.length, 'release')}, the documents of ${count(gone.revisions.length, 'revision')} and ${count(gone.previews.length, 'preview')} ${verb}`,
        ...gone.previews.map((name) => `  ${name}`),
        ...gone.releases.map(({ id, version }) => `  ${id} ${short(version)}`),
      ].join('\n'),
      data: { ...gone, isDryRun },
    };
  },
});
