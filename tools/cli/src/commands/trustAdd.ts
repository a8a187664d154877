/** `slipway trust add <public key> --name`: lets a key sign the releases of a slice, or the revisions of an environment. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { draftArg, draftNotice, openTrustTarget, storeArg } from '../command-line/trust';
import { isFamily } from '../environment/previews';
import { addKey, isTopRole } from '../trust/edits';
import { publicKey, shortKey } from '../trust/keys';
import type { Purpose } from '../trust/places';

function purposeOf(
  {
    slice,
    role,
    approver,
    ender,
  }: { slice?: string | undefined; role?: string | undefined; approver: boolean; ender: boolean },
  environment: Parameters<typeof isFamily>[0],
): Purpose {
  if ([slice !== undefined, role !== undefined, approver, ender].filter(Boolean).length > 1)
    throw new AppError('invalid_input', 'Pass only one of --slice, --role, --approver and --ender');
  if (ender) return { ender: environment.name };
  if (approver) return { approver: environment.name };
  if (slice !== undefined) return { slice };
  if (role === undefined) return { environment: environment.name, isFamily: isFamily(environment) };
  if (isTopRole(role)) return { role };
  throw new AppError('invalid_input', `--role ${role} must be root, targets or timestamp`);
}

/** @throws `invalid_input` */
function parseThreshold(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const threshold = Number(text);
  if (Number.isInteger(threshold) && threshold >= 1) return threshold;
  throw new AppError('invalid_input', `--threshold ${text} must be a whole number above 0`);
}

export default slipwayCommand({
  meta: { name: 'slipway trust add', description: 'Let a key sign for a slice, an environment or a role' },
  args: {
    key: {
      type: 'positional',
      required: true,
      description: 'The public key, as slipway trust key printed it',
    },
    ...storeArg,
    ...draftArg,
    name: {
      type: 'string',
      valueHint: 'owner',
      required: true,
      description: 'Who owns the key; shown as the author',
    },
    slice: {
      type: 'string',
      valueHint: 'id',
      description: 'Sign releases of this slice, instead of deploys to --env',
    },
    role: { type: 'string', valueHint: 'name', description: 'root, targets or timestamp' },
    approver: {
      type: 'boolean',
      default: false,
      description: 'Only approve changes of --env, where its policy names the owner',
    },
    ender: {
      type: 'boolean',
      default: false,
      description: 'Only end canaries of --env, such as the key of a server that judges them',
    },
    threshold: { type: 'string', valueHint: 'n', description: 'Signatures that the role needs from now on' },
    only: { type: 'boolean', default: false, description: 'Take all other keys out of the role' },
  },
  examples: [
    'slipway trust add <key> --name "billing team" --slice billing --only --env production',
    'slipway trust add <key> --name Ada --env production --threshold 2',
    'slipway trust add <key> --name Cleo --approver --env production',
    'slipway trust add <key> --name collector --ender --env production',
    'slipway trust add <key> --name "timestamp job" --role timestamp --env production',
  ],
  async run({ key: hex, env, name, slice, role, approver, ender, threshold, only, draft }, terminal) {
    const key = publicKey(hex);
    const purpose = purposeOf({ slice, role, approver, ender }, terminal.workspace().environment(env));
    const least = parseThreshold(threshold);
    if (draft !== undefined && !('role' in purpose))
      throw new AppError('invalid_input', '--draft needs --role: only the root is signed on other machines');
    const { trust } = await openTrustTarget(terminal, env, draft);
    const changed = await addKey(trust, { purpose, key, name, threshold: least, isOnly: only });
    return {
      text: [
        `Key ${shortKey(key.keyID)} of ${name} ${draft === undefined ? 'now signs' : 'will sign'} for role ${changed}`,
        ...draftNotice(draft, env),
      ].join('\n'),
      data: { keyId: key.keyID, name, role: changed },
    };
  },
});
