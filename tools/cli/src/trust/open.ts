/** Opens the trust of a store: verified from a pinned root, or made on the first use of a store that is this machine's own. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Store } from '../store/store';
import { adopt } from './adopt';
import { loadChain, type TrustChain, versionsIn } from './chain';
import { parseSigned, untrusted } from './document';
import { finishTrust, initializeTrust } from './initialize';
import { newPrivateKey, readPrivateKey, sha256 } from './keys';
import { openMemory, useMemory } from './memory';
import type { TrustOptions } from './options';
import { rootKey, rootsFolder } from './paths';
import { openPins, type Pins, writePrivate } from './pins';
import { keysFolder, type Signer, signerOf } from './signer';

export interface Trust {
  store: Store;
  chain: TrustChain;
  pins: Pins;
  signer: Signer;
  /** Whether this machine made the keys, for itself. */
  isOwn: boolean;
  now: Date;
  /** The file for a new root that keys on other machines have to sign too. */
  draft?: string | undefined;
}

export interface OpenTrust {
  options: TrustOptions;
  store: Store;
  environment: Pick<Environment, 'name' | 'root'>;
  /** The default is the time of the store's clock. */
  now?: Date;
  /** Makes no keys for a store that has none. */
  isReadOnly?: boolean;
}

/** @throws `slice_untrusted`; `not_found` with the command to run when a shared store has no trust metadata */
export async function openTrust({ options, store, environment, ...request }: OpenTrust): Promise<Trust> {
  const pins = openPins(options.home, store.address);
  useMemory(store, openMemory(pins.folder));
  const isOwn = options.isOwn(store.address) && environment.root === undefined;
  const own = isOwn ? ownSigner(options) : undefined;
  const signer = own ? (options.namedSigner() ?? own) : options.signer();
  if (own && !(await store.get(rootKey(1)))) {
    if (request.isReadOnly) throw await missingRoot(store, environment, options);
    await makeOwn(store, options, pins, own, request.now ?? new Date(await store.now()));
  }
  const pinned = own
    ? (pins.root() ?? (await ownRoot(store, own)))
    : (options.pinnedRoot(environment) ?? pins.root());
  if (!pinned) throw await missingRoot(store, environment, options);
  const chain = await loadChain(store, pinned);
  const now = request.now ?? new Date(await store.now());
  pins.sawChain(chain.root, chain.targets.signed.version);
  return { store, chain, pins, signer, isOwn, now };
}

const ownKeyFile = (home: string) => join(keysFolder(home), 'own.pem');

/** The key that this machine makes for its own stores. It has every role at first; keys of other owners are added to some. */
function ownSigner(options: TrustOptions): Signer {
  const file = ownKeyFile(options.home);
  if (!existsSync(file)) writePrivate(file, newPrivateKey(), 'once');
  return signerOf([readPrivateKey(readFileSync(file, 'utf8'), file)]);
}

/** Without a pin, the root of an own store must be one that this machine's key made. */
async function ownRoot(store: Store, signer: Signer) {
  const bytes = await store.get(rootKey(1));
  const root = bytes && parseSigned('root', bytes, rootKey(1));
  if (root?.signed.roles['root']?.keyIDs.every((keyId) => signer.keyIds.includes(keyId))) return root;
  throw untrusted(
    `${store.address} was signed with a key that is not on this machine: restore the folder trust/ of its SLIPWAY_HOME, or remove the store to start again`,
  );
}

/** @throws `slice_untrusted` when an environment runs something that this machine has verified before */
async function makeOwn(
  store: Store,
  options: TrustOptions,
  pins: Pins,
  signer: Signer,
  now: Date,
): Promise<void> {
  const environments = await store.list('environments');
  if (environments.length > 0 && pins.root()) {
    throw untrusted(
      `${store.address}/trust is missing, and this machine has verified it before: restore it from a backup, or remove the store to start again`,
    );
  }
  rmSync(pins.folder, { recursive: true, force: true }); // of a store that was removed
  const [key] = signer.keys;
  if (!key) return;
  const owner = { name: options.owner(), public: key.keyVal['public'] ?? '', isOwn: true };
  const root = { keys: [key], threshold: 1 };
  await initializeTrust(
    store,
    signer,
    { root, targets: key, timestamp: key, deploy: key, owners: { [key.keyID]: owner } },
    now,
    (signed) => finishTrust(store, signed, (chain) => adopt({ store, chain, signer, now }, environments)),
  );
}

async function missingRoot(
  store: Store,
  { name }: Pick<Environment, 'name'>,
  options: TrustOptions,
): Promise<AppError> {
  const version = await versionsIn(store, rootsFolder);
  const file = options.rootFile({ root: undefined });
  const bytes = version > 0 ? await store.get(rootKey(version)) : undefined;
  return bytes
    ? untrusted(
        `No root is pinned for ${store.address}: get root ${String(version)} (SHA-256 ${sha256(bytes)}) from its owners over another way, and save it as ${file}, or set SLIPWAY_TRUST_ROOT`,
      )
    : new AppError(
        'not_found',
        `${store.address} has no trust metadata, so no deploy to ${name} can be signed: run slipway trust init --env ${name} once, and commit ${file}`,
      );
}
