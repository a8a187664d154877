/** `slipway third-parties --env`: the other origins that an environment grants to its slices. */
import { environmentArg, slipwayCommand } from '../command-line/command';
import { openTarget, runningComposition } from '../command-line/target';
import { table } from '../command-line/text';
import { compositionSettings } from '../composition/settings';
import { grantsOf } from '../composition/thirdParties';

export default slipwayCommand({
  meta: { name: 'slipway third-parties', description: 'Show the other origins that slices may use' },
  args: environmentArg,
  examples: ['slipway third-parties --env local', 'slipway third-parties --env staging --json'],
  async run({ env }, terminal) {
    const target = await openTarget(terminal.workspace(), env);
    const composition = await runningComposition(target);
    const grants = grantsOf(composition, (await compositionSettings(target.store, composition))?.settings);
    const lines = grants.map(({ slice, kind, origin, isUsed }) => [
      ...[slice, kind, origin],
      isUsed ? 'yes' : 'no release asks for it',
    ]);
    return {
      text:
        lines.length === 0
          ? `${env} grants no other origin: its pages use their own and the backend's`
          : table([['slice', 'for', 'origin', 'used'], ...lines]),
      data: { environment: env, grants },
    };
  },
});
