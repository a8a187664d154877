/**
 * `slipway trust init --env`: creates the signed metadata of a shared store, once. Its keys are in separate files, so
 * that the root key can be kept offline.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { requireWritable, writeOwnFile } from '../command-line/ownFiles';
import { draftArg, draftNotice } from '../command-line/trust';
import { adopt } from '../trust/adopt';
import { serialize } from '../trust/document';
import { finishTrust, initializeTrust } from '../trust/initialize';
import { newPrivateKey, publicKey, readPrivateKey } from '../trust/keys';
import { namesKey, rootKey, targetsKey } from '../trust/paths';
import { writeDraft } from '../trust/rootDraft';
import { writePrivate } from '../trust/pins';
import { keysFolder, signerOf } from '../trust/signer';

/** The key in a file of the key folder. Creates the file if it is missing. */
function keyIn(folder: string, name: string) {
  const file = join(folder, `${name}.pem`);
  if (!existsSync(file)) writePrivate(file, newPrivateKey(), 'once');
  return readPrivateKey(readFileSync(file, 'utf8'), file);
}

export default slipwayCommand({
  meta: { name: 'slipway trust init', description: 'Make the signed metadata of a shared store' },
  args: {
    env: { type: 'string', valueHint: 'name', required: true, description: 'An environment of the store' },
    name: { type: 'string', valueHint: 'owner', description: 'The owner of the first keys; by default you' },
    roots: {
      type: 'string',
      valueHint: 'keys',
      description:
        'Public keys of the root, separated by commas; SLIPWAY_SIGNING_KEY_FILE has their private keys',
    },
    threshold: {
      type: 'string',
      valueHint: 'n',
      default: '1',
      description: 'Root keys that must sign a new root',
    },
    ...draftArg,
  },
  examples: [
    'slipway trust init --env production',
    'slipway trust init --env production --roots <key>,<key> --threshold 2 --draft root-1.json',
    'SLIPWAY_SIGNING_KEY_FILE=/media/a/root.pem:/media/b/root.pem slipway trust init --env production --roots <key>,<key> --threshold 2',
  ],
  async run({ env, name, roots, threshold, draft }, terminal) {
    const given = roots?.split(',').map((hex) => publicKey(hex.trim()));
    const needed = Number(threshold);
    const most = given?.length ?? 1;
    if (!Number.isInteger(needed) || needed < 1 || needed > most)
      throw new AppError(
        'invalid_input',
        `--threshold ${threshold} must be a whole number from 1 to the number of root keys, ${String(most)}`,
      );
    const workspace = terminal.workspace();
    const { trust: options } = workspace;
    const environment = workspace.environment(env);
    const store = await workspace.store(environment);
    if (await store.get(rootKey(1))) {
      throw new AppError('conflict', `${store.address} has trust metadata: slipway trust show --env ${env}`);
    }
    const file = options.rootFile(environment);
    if (draft === undefined) await requireWritable(file); // the store has the metadata first
    const folder = keysFolder(options.home);
    const [targets, timestamp, deploy] = (['targets', 'timestamp', 'deploy'] as const).map((role) =>
      keyIn(folder, role),
    );
    if (!targets || !timestamp || !deploy) throw new Error('unreachable: three names give three keys');
    const rootKeys = given ? [] : [keyIn(folder, 'root')];
    const named = given ?? rootKeys.map(({ key }) => key);
    const offline = roots === undefined || draft !== undefined ? undefined : options.signer();
    const own = signerOf([...rootKeys, targets, timestamp, deploy]);
    const signer = {
      ...own,
      sign: async (bytes: Uint8Array, keyIds?: readonly string[]) => [
        ...(await own.sign(bytes, keyIds)),
        ...((await offline?.sign(bytes, keyIds)) ?? []),
      ],
    };
    const owner = name ?? options.owner();
    const keys = [...named, targets.key, timestamp.key, deploy.key];
    const owners = Object.fromEntries(
      keys.map(({ keyID, keyVal }) => [keyID, { name: owner, public: keyVal['public'] ?? '' }]),
    );
    const now = new Date(await store.now());
    // Files of an earlier, interrupted run: they may name other keys and another owner.
    for (const key of [namesKey(1), targetsKey(1)]) await store.remove(key);
    const root = await initializeTrust(
      store,
      signer,
      {
        root: { keys: named, threshold: needed },
        ...{ targets: targets.key, timestamp: timestamp.key, deploy: deploy.key },
        owners,
      },
      now,
      async (signed) => {
        if (draft !== undefined) writeDraft(draft, signed);
        else
          await finishTrust(store, signed, async (chain) =>
            adopt({ store, chain, signer, now }, await store.list('environments')),
          );
      },
    );
    if (draft === undefined) await writeOwnFile(file, serialize(root));
    return {
      text: [
        ...(draft === undefined
          ? [
              `${store.address} has trust metadata now. Its root is in ${relative(workspace.root, file)}: commit that file`,
            ]
          : draftNotice(draft, env)),
        ...(roots === undefined ? [`Move ${join(folder, 'root.pem')} to a place that is offline`] : []),
        `${join(folder, 'targets.pem')} decides who may sign: keep it with the platform team`,
        `${join(folder, 'timestamp.pem')} belongs to the job that runs slipway trust renew --env ${env} every day`,
        `${join(folder, 'deploy.pem')} signs all releases and deploys, until slipway trust add gives a team or an environment its own key`,
      ].join('\n'),
      data: { store: store.address, root: file, keys: keys.map(({ keyID }) => keyID) },
    };
  },
});
