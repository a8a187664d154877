/** Trust metadata in a store in memory, for unit tests of what verifies it: no release and no deploy. */
import type { Metadata, Root } from '@tufjs/models';
import type { Store } from '../store/store';
import { loadChain, type TopRole, type TrustChain } from '../trust/chain';
import { signDocument } from '../trust/document';
import { finishTrust, initializeTrust, rolesIn, writeRoot, writeTargets } from '../trust/initialize';
import type { Delegation, KeyedRole } from '../trust/metadata';
import { environmentPattern, slicePattern } from '../trust/paths';
import { memoryStore } from './memoryStore';
import { idOf, keys, type KeyOwner, signerFor } from './keyOwners';

export const NOW = new Date('2026-11-24T12:00:00.500Z');

export interface SmallTrust {
  store: ReturnType<typeof memoryStore>;
  /** Root 1, as a machine pins it. */
  pinned: Metadata<Root>;
  chain(): Promise<TrustChain>;
  /** Adds the next root, signed by the keys before it and its own. */
  rotate(changes: Partial<Record<TopRole, KeyedRole>>, who: readonly KeyOwner[]): Promise<Metadata<Root>>;
}

const role = (name: string, pattern: string, threshold: number, ...owners: KeyOwner[]): Delegation => ({
  ...{ name, paths: [pattern], threshold, keyIds: owners.map(idOf) },
});

/** Two root keys, of which both must sign; slice `billing`; `staging` for Ada or Bea, `production` for both. */
export async function openSmallTrust(): Promise<SmallTrust> {
  const store = memoryStore();
  const all = signerFor('rootOne', 'rootTwo', 'admin');
  const root = { keys: [keys.rootOne.key, keys.rootTwo.key], threshold: 2 };
  const { key } = keys.admin;
  const first = { root, targets: key, timestamp: key, deploy: key, owners: {} };
  const finish = (signed: Metadata<Root>) => finishTrust(store, signed, () => Promise.resolve());
  const pinned = await initializeTrust(store, all, first, NOW, finish);
  const chain = () => loadChain(store, pinned);
  const edit = {
    delegations: [
      role('slices', slicePattern('*'), 1, 'platform'),
      role('slice-billing', slicePattern('billing'), 1, 'billing'),
      role('environment-staging', environmentPattern('staging'), 1, 'Ada', 'Bea'),
      role('environment-production', environmentPattern('production'), 2, 'Ada', 'Bea'),
    ],
    keys: (['platform', 'billing', 'Ada', 'Bea'] as const).map((owner) => keys[owner].key),
    owners: { [idOf('Ada')]: { name: 'Ada', public: keys.Ada.key.keyVal['public'] ?? '' } },
  };
  await writeTargets(store, await chain(), all, edit, NOW);
  return {
    ...{ store, pinned, chain },
    async rotate(changes, who) {
      const loaded = await chain();
      const change = { store: store as Store, chain: loaded, signer: signerFor(...who), now: NOW };
      return writeRoot(change, { ...rolesIn(loaded.root), ...changes });
    },
  };
}

/** A document, signed by these owners. */
export const signedBy = <Document extends Parameters<typeof signDocument>[0]>(
  document: Document,
  ...who: KeyOwner[]
) => signDocument(document, signerFor(...who), who.map(idOf));
