/** `slipway check <slice…> --env`: runs the checks of a deploy, and writes nothing. */
import { environmentArg, slipwayCommand } from '../command-line/command';
import { deploySlices } from '../command-line/deploySlices';

export default slipwayCommand({
  meta: { name: 'slipway check', description: 'Check slices against what an environment runs' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Slices, releases such as billing@1a2b3c4d, or paths',
    },
    ...environmentArg,
  },
  takesMany: true,
  examples: ['slipway check marketplace --env local', 'slipway check marketplace@1a2b3c4d --env production'],
  async run({ _: slices, env }, terminal) {
    const { text, data } = await deploySlices(
      slices,
      { env, 'dry-run': true, remove: false, 'without-fallback': false },
      terminal,
    );
    return { text: `All checks passed. ${text}`, data };
  },
});
