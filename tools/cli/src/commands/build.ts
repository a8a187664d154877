/** `slipway build <slice…>`: builds slices. Unchanged slices come from Nx's cache. */
import { dryRun, slipwayCommand } from '../command-line/command';
import { buildOf, isPath, sliceFolder } from '../command-line/slices';
import { shortVersion } from '../command-line/text';
import { runBuild } from '../release/runBuild';

export default slipwayCommand({
  meta: { name: 'slipway build', description: 'Build slices' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Slices under apps/, or paths to slices in other folders',
    },
    ...dryRun,
  },
  takesMany: true,
  examples: [
    'slipway build marketplace',
    'slipway build marketplace auth',
    'slipway build ./e2e/fixtures/notes',
  ],
  async run({ _: slices, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const folders = slices.map((slice) => sliceFolder(workspace, slice));
    if (isDryRun) return { text: `Would build ${slices.join(', ')}`, data: { folders } };

    const inApps = slices.filter((slice) => !isPath(slice));
    if (inApps.length > 0) {
      const args = ['run-many', '-t', 'build', '-p', inApps.join(','), '--outputStyle=static'];
      await runBuild(workspace.root, workspace.root, 'nx', args);
    }
    for (const [index, slice] of slices.entries()) {
      if (!inApps.includes(slice)) await runBuild(workspace.root, folders[index] ?? '', 'rspack', ['build']);
    }
    const releases = await Promise.all(
      slices.map(async (slice) => (await buildOf(workspace, slice)).release),
    );
    return {
      text: releases.map(({ id, version }) => `Built ${id} ${shortVersion(version)}`).join('\n'),
      data: releases.map(({ id, version, commit }) => ({ id, version, commit })),
    };
  },
});
