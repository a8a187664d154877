/** `slipway third-parties --env`: the other origins that an environment grants to its slices. */
import { AppError } from '@slipway/contracts';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { table } from '../command-line/text';
import { currentComposition } from '../composition/read';
import { compositionSettings } from '../composition/settings';
import { grantsOf } from '../composition/thirdParties';
import { rejectFamily } from '../environment/previews';

export default slipwayCommand({
  meta: { name: 'slipway third-parties', description: 'Show the other origins that slices may use' },
  args: environmentArg,
  examples: ['slipway third-parties --env local', 'slipway third-parties --env staging --json'],
  async run({ env }, terminal) {
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    rejectFamily(environment);
    const store = await workspace.store(environment);
    const composition = await currentComposition(store, environment.name);
    if (!composition) throw new AppError('not_found', `${env} runs nothing yet`);
    const grants = grantsOf(composition, (await compositionSettings(store, composition))?.settings);
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
