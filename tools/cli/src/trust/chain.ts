/** Loads a store's trust: from a pinned root over each later root to the newest targets, which delegate every role. */
import type { Metadata, Root, Targets } from '@tufjs/models';
import type { Store } from '../store/store';
import { parseSigned, type Role, signersOf, untrusted, verifyDocument } from './document';
import { sha256, shortKey } from './keys';
import { type Names, parseNames } from './names';
import { isDelegated } from './pathPatterns';
import { namesKey, rootKey, rootsFolder, targetsFolder, targetsKey } from './paths';

export interface TrustChain {
  root: Metadata<Root>;
  targets: Metadata<Targets>;
  names: Names;
}

export type TopRole = 'root' | 'targets' | 'timestamp';

/** @throws `slice_untrusted` for a root without it */
export function topRole(root: Metadata<Root>, name: TopRole): Role {
  const role = root.signed.roles[name];
  if (!role) throw untrusted(`The root has no role ${name}: restore the trust metadata from a backup`);
  return { name, keyIds: role.keyIDs, threshold: role.threshold };
}

/** Follows the roots from `pinned` on. Each is signed by the keys of the one before and by its own. @throws `slice_untrusted` */
export async function latestRoot(
  read: (version: number) => Promise<Uint8Array | undefined>,
  pinned: Metadata<Root>,
): Promise<Metadata<Root>> {
  for (let root = pinned; ;) {
    const version = root.signed.version + 1;
    const bytes = await read(version);
    if (!bytes) return root;
    const what = `Root ${String(version)} (${rootKey(version)})`;
    const next = parseSigned('root', bytes, what);
    const advice =
      'the root chain was altered, or rotated without its keys: restore trust/root from a backup';
    if (next.signed.version !== version)
      throw untrusted(`${what} says version ${String(next.signed.version)}: ${advice}`);
    for (const parent of [root, next])
      verifyDocument(parent, topRole(parent, 'root'), next, { what, advice });
    root = next;
  }
}

/** Other names are no documents, however high their number. */
const versionFile = /^([1-9]\d{0,14})\.json$/;

export const versionsIn = async (store: Store, folder: string): Promise<number> =>
  Math.max(0, ...(await store.list(folder)).map((name) => Number(versionFile.exec(name)?.[1] ?? 0)));

/** @throws `slice_untrusted` */
export function verifyTargets(root: Metadata<Root>, bytes: Uint8Array, version?: number): Metadata<Targets> {
  const name = version === undefined ? 'The targets' : targetsKey(version);
  const targets = parseSigned('targets', bytes, name);
  const found = targets.signed.version;
  const what = `Targets ${String(found)} (${targetsKey(found)})`;
  const advice =
    'the delegations were altered: restore trust/targets from a backup, or remove what was added there';
  if (version !== undefined && found !== version)
    throw untrusted(`${targetsKey(version)} says version ${String(found)}: ${advice}`);
  verifyDocument(root, topRole(root, 'targets'), targets, { what, advice });
  return targets;
}

/** @throws `slice_untrusted`, also when a root is missing between two others */
async function newestRoot(store: Store, pinned: Metadata<Root>): Promise<Metadata<Root>> {
  const read = (version: number) => store.get(rootKey(version));
  const [found, stored] = await Promise.all([latestRoot(read, pinned), versionsIn(store, rootsFolder)]);
  const newest = stored > found.signed.version ? await latestRoot(read, found) : found; // it was just rotated
  if (stored <= newest.signed.version) return newest;
  throw untrusted(
    `${rootKey(stored)} exists, and ${rootKey(newest.signed.version + 1)} is missing: the root chain was altered. Restore ${rootsFolder} from a backup, or remove what was added there`,
  );
}

/** @throws `slice_untrusted` */
export async function loadChain(store: Store, pinned: Metadata<Root>): Promise<TrustChain> {
  const [root, version] = await Promise.all([newestRoot(store, pinned), versionsIn(store, targetsFolder)]);
  const [bytes, names] = await Promise.all([store.get(targetsKey(version)), store.get(namesKey(version))]);
  if (!bytes) throw untrusted(`${store.address}/${targetsFolder} has no targets: restore it from a backup`);
  const targets = verifyTargets(root, bytes, version);
  if (!names || sha256(names) !== targets.signed.targets['names.json']?.hashes['sha256']) {
    throw untrusted(
      `${namesKey(version)} is not the one that targets ${String(version)} lists, so no author can be named: restore it from a backup`,
    );
  }
  return { root, targets, names: parseNames(names, namesKey(version)) };
}

type Delegations = NonNullable<Targets['delegations']>;

/** Delegations, which never change once they are read, to path and role: a deploy asks several times about each path. */
const decided = new WeakMap<Delegations, Map<string, Role | undefined>>();

/** The role that decides about a path: the first one whose pattern matches. */
export function roleOf({ targets }: Pick<TrustChain, 'targets'>, path: string): Role | undefined {
  const { delegations } = targets.signed;
  if (!delegations) return undefined;
  const known = decided.get(delegations) ?? new Map<string, Role | undefined>();
  decided.set(delegations, known);
  if (!known.has(path)) known.set(path, findRole(delegations, path));
  return known.get(path);
}

function findRole({ roles = {} }: Delegations, path: string): Role | undefined {
  const role = Object.values(roles).find((one) => isDelegated(one, path));
  return role && { name: role.name, keyIds: role.keyIDs, threshold: role.threshold };
}

/**
 * Verifies a document by the role that its path is delegated to; returns the ids of the keys that signed it.
 * @throws `slice_untrusted` naming the role of a key that signed without the right to
 */
export function verifyDelegated(
  { targets }: Pick<TrustChain, 'targets'>,
  path: string,
  document: Metadata<Targets>,
  { what, advice }: { what: string; advice: string },
): string[] {
  const role = roleOf({ targets }, path);
  if (!role) throw untrusted(`${what}: no role may sign ${path}: ${advice}`);
  if (signersOf(targets, role, document).length < role.threshold) {
    const roles = Object.values(targets.signed.delegations?.roles ?? {});
    const stranger = Object.keys(document.signatures).find((keyId) => !role.keyIds.includes(keyId));
    const theirs = roles.find(({ keyIDs }) => stranger !== undefined && keyIDs.includes(stranger));
    if (stranger && theirs) {
      throw untrusted(
        `${what} is signed by key ${shortKey(stranger)} of role ${theirs.name}, which may not sign it, instead of role ${role.name}: ${advice}`,
      );
    }
  }
  return verifyDocument(targets, role, document, { what, advice });
}
