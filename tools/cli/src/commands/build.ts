/** `slipway build <slice…>`: builds slices. */
import { dryRun, slipwayCommand } from '../command-line/command';
import { buildSlices } from '../command-line/buildSlices';
import { buildOf, sliceFolder } from '../command-line/slices';
import { shortVersion } from '../command-line/text';

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

    await buildSlices(workspace, slices);
    const releases = await Promise.all(
      slices.map(async (slice) => (await buildOf(workspace, slice)).release),
    );
    return {
      text: releases.map(({ id, version }) => `Built ${id} ${shortVersion(version)}`).join('\n'),
      data: releases.map(({ id, version, commit }) => ({ id, version, commit })),
    };
  },
});
