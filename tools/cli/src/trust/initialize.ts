/** Makes the first root and the first targets of a store, and makes new versions of them. */
import type { Key, Metadata, Root, Targets } from '@tufjs/models';
import { AppError, isAppError } from '@slipway/contracts';
import type { Store } from '../store/store';
import { topRole, type TopRole, type TrustChain, verifyTargets } from './chain';
import { serialize, signDocument, signersOf } from './document';
import { shortKey } from './keys';
import { type Delegation, delegationsIn, type KeyedRole, rootOf, targetsOf } from './metadata';
import { type KeyOwner, type Names, noNames, parseNames } from './names';
import { environmentPattern, namesKey, rootKey, slicePattern, targetsKey } from './paths';
import { writeDraft } from './rootDraft';
import type { Signer } from './signer';

export interface FirstKeys {
  root: KeyedRole;
  targets: Key;
  timestamp: Key;
  /** Signs every slice and environment, until `slipway trust add` gives one its own role. */
  deploy: Key;
  owners: Readonly<Record<string, KeyOwner>>;
}

/** Every slice and every environment, for one key. */
const everything = (keyId: string): Delegation[] => [
  { name: 'slices', paths: [slicePattern('*')], keyIds: [keyId], threshold: 1 },
  { name: 'environments', paths: [environmentPattern('*')], keyIds: [keyId], threshold: 1 },
];

const createOrKeep = async (store: Store, key: string, bytes: Uint8Array): Promise<void> => {
  try {
    await store.create(key, bytes);
  } catch (error) {
    // Another process of this machine is doing the same, or was killed before it wrote the root.
    if (!isAppError(error) || error.code !== 'conflict') throw error;
  }
};

/** The root is written last, by `finish`: a store has trust metadata when it has a root. */
export async function initializeTrust(
  store: Store,
  signer: Signer,
  { root: roots, targets: targetsKeys, timestamp, deploy, owners }: FirstKeys,
  now: Date,
  finish: (root: Metadata<Root>) => Promise<void>,
): Promise<Metadata<Root>> {
  await createOrKeep(store, namesKey(1), Buffer.from(JSON.stringify({ ...noNames(), keys: owners })));
  const names = (await store.get(namesKey(1))) ?? Buffer.alloc(0);
  const delegations = everything(deploy.keyID);
  const targets = await signDocument(targetsOf(1, { delegations, keys: [deploy], names }, now), signer, [
    targetsKeys.keyID,
  ]);
  await createOrKeep(store, targetsKey(1), serialize(targets));
  const only = (key: Key) => ({ keys: [key], threshold: 1 });
  const root = rootOf(1, { root: roots, targets: only(targetsKeys), timestamp: only(timestamp) }, now);
  const signed = await signDocument(
    root,
    signer,
    roots.keys.map(({ keyID }) => keyID),
  );
  await finish(signed);
  return signed;
}

/** Writes the first root, when its keys have signed it. @throws `forbidden` */
export async function finishTrust(
  store: Store,
  root: Metadata<Root>,
  prepare: (chain: TrustChain) => Promise<void>,
): Promise<void> {
  rejectBelow(root, topRole(root, 'root'), root);
  const read = async (key: string) => (await store.get(key)) ?? Buffer.alloc(0);
  const [written, names] = await Promise.all([read(targetsKey(1)), read(namesKey(1))]);
  const targets = verifyTargets(root, written, 1);
  await prepare({ root, targets, names: parseNames(names, namesKey(1)) });
  await createOrKeep(store, rootKey(1), serialize(root));
}

/** @throws `forbidden` when the keys on this machine do not reach the threshold of a role */
function rejectBelow(
  parent: Metadata<Root>,
  role: { name: string; keyIds: readonly string[]; threshold: number },
  document: Metadata<Root> | Metadata<Targets>,
): void {
  const signers = signersOf(parent, role, document);
  if (signers.length >= role.threshold) return;
  throw new AppError(
    'forbidden',
    `Role ${role.name} needs ${String(role.threshold)} of the keys ${role.keyIds.map(shortKey).join(', ')}, and this machine has ${String(signers.length)}: set SLIPWAY_SIGNING_KEY_FILE to their files`,
  );
}

/** Changes for `writeTargets`. */
export interface TargetsEdit {
  delegations?: readonly Delegation[];
  /** Keys that the delegations need beside the known ones. */
  keys?: readonly Key[];
  owners?: Readonly<Record<string, KeyOwner>>;
}

/** Writes the next version of the targets. @throws `forbidden`, `conflict` when another edit was first */
export async function writeTargets(
  store: Store,
  chain: TrustChain,
  signer: Signer,
  { delegations, keys = [], owners = {} }: TargetsEdit,
  now: Date,
): Promise<number> {
  const { signed } = chain.targets;
  const version = signed.version + 1;
  const names: Names = { ...noNames(), keys: { ...chain.names.keys, ...owners } };
  const bytes = Buffer.from(JSON.stringify(names));
  const known = Object.values(signed.delegations?.keys ?? {});
  const edit = { delegations: delegations ?? delegationsIn(signed), keys: [...known, ...keys], names: bytes };
  const role = topRole(chain.root, 'targets');
  const next = await signDocument(targetsOf(version, edit, now), signer, role.keyIds);
  rejectBelow(chain.root, role, next);
  await store.create(namesKey(version), bytes);
  await store.create(targetsKey(version), serialize(next));
  return version;
}

export interface RootChange {
  store: Store;
  chain: Pick<TrustChain, 'root'>;
  signer: Signer;
  now: Date;
  /** The file for a new root that keys on other machines have to sign too. */
  draft?: string | undefined;
}

/**
 * Writes the next root, signed by the keys of the current root and by its own. With a file, writes a draft with the
 * signatures of the keys on this machine; others add theirs.
 * @throws `forbidden`, `conflict`
 */
export async function writeRoot(
  { store, chain: { root }, signer, now, draft }: RootChange,
  roles: Readonly<Record<TopRole, KeyedRole>>,
): Promise<Metadata<Root>> {
  const version = root.signed.version + 1;
  const before = topRole(root, 'root');
  const keyIds = [...new Set([...before.keyIds, ...roles.root.keys.map(({ keyID }) => keyID)])];
  const next = await signDocument(rootOf(version, roles, now), signer, keyIds);
  if (draft === undefined) await publishRoot(store, root, next);
  else writeDraft(draft, next);
  return next;
}

/** @throws `forbidden` below a threshold, `conflict` when there is another root of this version */
export async function publishRoot(store: Store, root: Metadata<Root>, next: Metadata<Root>): Promise<void> {
  rejectBelow(root, topRole(root, 'root'), next);
  rejectBelow(next, topRole(next, 'root'), next);
  await store.create(rootKey(next.signed.version), serialize(next));
}

/** The roles of a root, to edit. */
export function rolesIn(root: Metadata<Root>): Record<TopRole, KeyedRole> {
  const keyed = (name: TopRole): KeyedRole => {
    const { keyIds, threshold } = topRole(root, name);
    return { keys: keyIds.flatMap((keyId) => root.signed.keys[keyId] ?? []), threshold };
  };
  return { root: keyed('root'), targets: keyed('targets'), timestamp: keyed('timestamp') };
}
