/** Changes who may sign what: keys of roles are added, replaced and revoked. */
import type { Key } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import { count } from '../command-line/text';
import { roleOf, topRole, type TopRole } from './chain';
import { planned, untrustedRevisions, withoutKey } from './dependents';
import { rolesIn, writeRoot, writeTargets } from './initialize';
import { keyIdOf, shortKey } from './keys';
import { type Delegation, delegationsIn } from './metadata';
import type { Trust } from './open';
import { placeOf, type Purpose } from './places';

const topRoles: readonly TopRole[] = ['root', 'targets', 'timestamp'];

export const isTopRole = (name: string): name is TopRole => topRoles.some((role) => role === name);

export interface Addition {
  purpose: Purpose;
  key: Key;
  /** The owner of the key. */
  name: string;
  /** Unchanged if omitted; 1 for a new role. */
  threshold?: number | undefined;
  /** Whether the key replaces the role's current keys. */
  isOnly: boolean;
}

/** @throws `invalid_input` for a threshold that the keys cannot reach */
function rejectUnreachable(name: string, keys: number, threshold: number): void {
  if (threshold >= 1 && threshold <= keys) return;
  throw new AppError(
    'invalid_input',
    `Role ${name} would have ${count(keys, 'key')} and need ${count(threshold, 'signature')}: add another key to the role first (slipway trust add), or give slipway trust add a lower --threshold`,
  );
}

/** Gives a key to a role. A new role starts with the keys that decided before, so that what runs stays trusted. */
export async function addKey(trust: Trust, addition: Addition): Promise<string> {
  const { purpose, key, name, threshold, isOnly } = addition;
  const owners = { [key.keyID]: { name, public: key.keyVal['public'] ?? '' } };
  if ('role' in purpose) {
    await writeTargets(trust.store, trust.chain, trust.signer, { keys: [key], owners }, trust.now);
    await editRoot(trust, purpose.role, (keys) => (isOnly ? [key] : [...keys, key]), threshold);
    return purpose.role;
  }
  const { name: role, pattern, example } = placeOf(purpose);
  const all = delegationsIn(trust.chain.targets.signed);
  const own = all.find((one) => one.name === role);
  const before = own?.keyIds ?? roleOf(trust.chain, example)?.keyIds ?? [];
  const keyIds = [...new Set([...(isOnly ? [] : before), key.keyID])];
  const next: Delegation = {
    name: role,
    paths: [pattern],
    keyIds,
    threshold: threshold ?? own?.threshold ?? 1,
  };
  rejectUnreachable(role, keyIds.length, next.threshold);
  const delegations = [...all.filter((one) => one.name !== role), next];
  await rejectDependents(
    planned(trust, delegations, [key]),
    'Add the key without --threshold and --only, sign them with it (slipway trust sign), then run this again',
  );
  await writeTargets(trust.store, trust.chain, trust.signer, { delegations, keys: [key], owners }, trust.now);
  return role;
}

async function rejectDependents(after: Trust, remedy: string): Promise<void> {
  const lines = await untrustedRevisions(after);
  if (lines.length === 0) return;
  throw new AppError(
    'conflict',
    `These revisions run now and would no longer be trusted:\n${lines.map((line) => `  ${line}`).join('\n')}\n${remedy}`,
  );
}

async function editRoot(
  trust: Trust,
  name: TopRole,
  edit: (keys: readonly Key[]) => readonly Key[],
  threshold?: number,
): Promise<void> {
  const roles = rolesIn(trust.chain.root);
  const keys = edit(roles[name].keys);
  const next = { keys, threshold: threshold ?? roles[name].threshold };
  rejectUnreachable(name, keys.length, next.threshold);
  await writeRoot(trust, { ...roles, [name]: next });
}

/** The one registered key whose id starts like this, or whose public key this is. @throws `not_found`, `invalid_input` */
export function keyNamed({ chain }: Trust, start: string): string {
  const known = [
    ...Object.keys(chain.names.keys),
    ...Object.keys(chain.targets.signed.delegations?.keys ?? {}),
    ...Object.keys(chain.root.signed.keys),
  ];
  const ofPublicKey = keyIdOf(start);
  const isMeant = (id: string) => id.startsWith(start) || id === ofPublicKey;
  const found = [...new Set(known.filter(isMeant))];
  if (found.length === 1 && found[0] && start.length >= 4) return found[0];
  throw found.length === 0
    ? new AppError('not_found', `No key starts with ${start}: slipway trust show lists them`)
    : new AppError('invalid_input', `${start} matches several keys: pass at least 8 digits`);
}

const usesOf = ({ chain }: Trust, keyId: string) => ({
  top: topRoles.filter((name) => topRole(chain.root, name).keyIds.includes(keyId)),
  delegated: delegationsIn(chain.targets.signed).filter((role) => role.keyIds.includes(keyId)),
});

export function isInUse(trust: Trust, keyId: string): boolean {
  const { top, delegated } = usesOf(trust, keyId);
  return top.length + delegated.length > 0;
}

/**
 * Takes a key out of every role. Its name stays, for the history. Returns the roles.
 * @throws `conflict` naming what would no longer be trusted, unless `isForced`
 */
export async function revokeKey(trust: Trust, keyId: string, isForced: boolean): Promise<string[]> {
  const { top, delegated } = usesOf(trust, keyId);
  const names = [...top, ...delegated.map(({ name }) => name)];
  if (names.length === 0) throw new AppError('not_found', `Key ${shortKey(keyId)} is in no role`);
  for (const { name, keyIds, threshold } of delegated) rejectUnreachable(name, keyIds.length - 1, threshold);
  if (delegated.length > 0) {
    const delegations = withoutKey(trust, keyId, () => true);
    if (!isForced) {
      await rejectDependents(
        planned(trust, delegations),
        'Sign them with another key first (slipway trust sign), or add --force: servers then keep what they serve, and do not serve it after a restart',
      );
    }
    await writeTargets(trust.store, trust.chain, trust.signer, { delegations }, trust.now);
  }
  await replaceInRoot(trust, top, keyId, []);
  return names;
}

/** Several roles of the root in one new version. */
async function replaceInRoot(
  trust: Trust,
  top: readonly TopRole[],
  keyId: string,
  by: readonly Key[],
): Promise<void> {
  if (top.length === 0) return;
  const roles = rolesIn(trust.chain.root);
  for (const name of top) {
    const { keys, threshold } = roles[name];
    const next = [...keys.filter(({ keyID }) => keyID !== keyId), ...by];
    rejectUnreachable(name, next.length, threshold);
    roles[name] = { keys: next, threshold };
  }
  await writeRoot(trust, roles);
}

/** Adds `key` wherever `keyId` is, so that it can sign what runs before the other one is revoked. Returns the roles. */
export async function addBeside(trust: Trust, keyId: string, key: Key): Promise<string[]> {
  const { top, delegated } = usesOf(trust, keyId);
  const owner = trust.chain.names.keys[keyId];
  const delegations = delegationsIn(trust.chain.targets.signed).map((role) =>
    role.keyIds.includes(keyId) ? { ...role, keyIds: [...new Set([...role.keyIds, key.keyID])] } : role,
  );
  const owners = { [key.keyID]: { name: owner?.name ?? 'unknown', public: key.keyVal['public'] ?? '' } };
  await writeTargets(trust.store, trust.chain, trust.signer, { delegations, keys: [key], owners }, trust.now);
  await replaceInRoot(trust, top, keyId, [key]);
  return [...top, ...delegated.map(({ name }) => name)];
}
