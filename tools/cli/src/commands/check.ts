/** `slipway check <slice…> --env`: what a deploy would be refused for, and nothing is written. */
import { environmentArg, slipwayCommand } from '../command-line/command';
import { deploySlices } from '../command-line/deploySlices';

export default slipwayCommand({
  meta: { name: 'slipway check', description: 'Say whether slices fit what an environment runs' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'A slice, a release such as billing@1a2b3c4d, or a path',
    },
    ...environmentArg,
  },
  takesMany: true,
  examples: [
    'slipway check marketplace --env staging',
    'slipway check marketplace@1a2b3c4d --env production',
  ],
  async run({ _: words, env }, terminal) {
    const { text, data } = await deploySlices(
      words,
      { env, 'dry-run': true, remove: false, 'without-fallback': false },
      terminal,
    );
    return { text: `It fits. ${text}`, data };
  },
});
