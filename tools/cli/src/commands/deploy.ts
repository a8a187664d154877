/**
 * `slipway deploy <slice…> --env`: deploys builds or published releases to an environment. The pointer moves last:
 * after any earlier failure the environment keeps its current revision.
 */
import { deployArgs, environmentArg, slipwayCommand } from '../command-line/command';
import { buildAndDeploy } from '../command-line/buildAndDeploy';
import { checkDeployOptions } from '../command-line/deployOptions';

export default slipwayCommand({
  meta: { name: 'slipway deploy', description: 'Deploy slices to an environment' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Slices or shell, releases such as billing@1a2b3c4d, or paths',
    },
    ...environmentArg,
    ...deployArgs,
    base: {
      type: 'string',
      valueHint: 'name',
      description: 'Start from the releases of this environment, for example for a preview',
    },
    'without-fallback': {
      type: 'boolean',
      default: false,
      description: 'Never fall back to the earlier release, for example because it leaks data',
    },
    build: { type: 'boolean', default: false, description: 'Build the slices first' },
    remove: { type: 'boolean', default: false, description: 'Remove the slices from the environment' },
  },
  takesMany: true,
  examples: [
    'slipway deploy marketplace --env local --reason "new filters"',
    'slipway deploy shell marketplace auth --env staging --reason "first deploy"',
    'slipway deploy marketplace --build --env local --reason "new filters"',
    'slipway deploy marketplace@1a2b3c4d --env production --dry-run',
    'slipway deploy . --env staging --reason "the first page"',
    'slipway deploy marketplace --env preview/pr-123 --base local --reason "for review"',
    'slipway deploy billing --env production --without-fallback --reason "closes the leak"',
    'slipway deploy notes --remove --env local --reason "not used"',
  ],
  async run(args, terminal) {
    checkDeployOptions(args._, args, terminal);
    if (args.build) return buildAndDeploy(args._, args, terminal);
    const { deploySlices } = await import('../command-line/deploySlices');
    return deploySlices(args._, args, terminal);
  },
});
