/**
 * `slipway trust sign [<slice>@<version>] --env`: adds this machine's signature to a revision that waits for it, or to a
 * release. A revision that has all its signatures then becomes current.
 */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { chooseRelease } from '../command-line/slices';
import { changeLines } from '../command-line/text';
import { openTrustTarget } from '../command-line/trust';
import { readRevision } from '../composition/read';
import { rejectFamily } from '../environment/previews';
import { signStored, signStoredRelease } from '../trust/signing';

export default slipwayCommand({
  meta: { name: 'slipway trust sign', description: 'Add your signature to a revision or a release' },
  args: {
    release: {
      type: 'positional',
      required: false,
      description: 'A release, such as billing@1a2b3c4d; by default a revision',
    },
    env: { type: 'string', valueHint: 'name', required: true, description: 'The environment' },
    revision: { type: 'string', valueHint: 'n', description: 'The revision; by default the current one' },
  },
  examples: [
    'slipway trust sign --env production --revision 43',
    'slipway trust sign billing@1a2b3c4d --env production',
  ],
  async run({ release, env, revision }, terminal) {
    if (release !== undefined && revision !== undefined)
      throw new AppError('invalid_input', 'Pass either a release or --revision');
    const number = revision === undefined ? undefined : Number(revision);
    if (number !== undefined && !(Number.isInteger(number) && number > 0)) {
      throw new AppError('invalid_input', `--revision ${revision ?? ''} must be a whole number above 0`);
    }
    const { trust, environment, store } = await openTrustTarget(terminal, env);
    if (release !== undefined) {
      const { id, version } = await chooseRelease(terminal.workspace(), store, release);
      await signStoredRelease(trust, id, version);
      return { text: `Signed ${id} ${version}`, data: { id, version } };
    }
    rejectFamily(environment);
    const signed = await signStored(trust, environment.name, number);
    const { record } = await readRevision(store, environment.name, signed.revision);
    const state = signed.isCurrent
      ? `${env} runs it now`
      : signed.isComplete
        ? 'it has all its signatures'
        : 'it needs further signatures';
    return {
      text: [
        `Signed revision ${String(signed.revision)} of ${env} with ${signed.keys.join(', ')}: ${state}`,
        ...changeLines(record.changes).map((line) => `  ${line}`),
      ].join('\n'),
      data: signed,
    };
  },
});
