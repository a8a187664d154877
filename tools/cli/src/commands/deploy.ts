/**
 * `slipway deploy <slice…> --env`: makes builds, or published releases, what an environment runs.
 * The pointer moves last: any earlier failure leaves everyone on the old revision.
 */
import { environmentArg, slipwayCommand, writing } from '../command-line/command';
import { deploySlices } from '../command-line/deploySlices';

export default slipwayCommand({
  meta: { name: 'slipway deploy', description: 'Make slices what an environment runs' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'A slice, a release such as billing@1a2b3c4d, or a path; shell too',
    },
    ...environmentArg,
    ...writing,
    base: {
      type: 'string',
      valueHint: 'name',
      description: 'Begin with what this environment runs, such as for a preview',
    },
    'without-fallback': {
      type: 'boolean',
      default: false,
      description: 'Never the release before, not even where this one cannot be loaded, such as after a leak',
    },
    remove: { type: 'boolean', default: false, description: 'Take the slices out of the environment' },
  },
  takesMany: true,
  examples: [
    'slipway deploy marketplace --env staging --reason "new filters"',
    'slipway deploy shell marketplace auth --env staging --reason "first"',
    'slipway deploy marketplace@1a2b3c4d --env production --dry-run',
    'slipway deploy . --env staging --reason "the first page"',
    'slipway deploy marketplace --env preview/pr-123 --base staging --reason "for review"',
    'slipway deploy billing --env production --without-fallback --reason "closes the leak"',
    'slipway deploy notes --remove --env staging --reason "not used"',
  ],
  run: (args, terminal) => deploySlices(args._, args, terminal),
});
