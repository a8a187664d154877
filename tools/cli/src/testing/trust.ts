/**
 * A store that several teams share, for tests of its trust: an offline root of two keys, a team for each slice, two
 * deployers. One file, because it is one place.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { deploy } from '../composition/deploy';
import type { Deployed, DeployRequest } from '../composition/deployRequest';
import { builtRelease } from '../release/candidate';
import type { Store } from '../store/store';
import { loadChain, type TrustChain } from '../trust/chain';
import { verifiedState } from '../trust/deploying';
import { parseSigned } from '../trust/document';
import { finishTrust, initializeTrust, writeTargets } from '../trust/initialize';
import { openTrust, type Trust } from '../trust/open';
import { environmentPattern, rootKey, slicePattern } from '../trust/paths';
import type { VerifiedState } from '../trust/revisions';
import { keysFolder } from '../trust/signer';
import { idOf, keys, keyOwners, pems, type KeyOwner, signerFor } from './keyOwners';
import { shellRelease, sliceRelease } from './releases';
import type { StoreForTest } from './stores';
import { openWorkspace, type Ran, type WorkspaceWithStore } from './workspace';

export { keys, signerFor, type KeyOwner };

export const marketRelease = (owner?: string) => sliceRelease(owner === undefined ? {} : { owner });
export const billingRelease = (owner = 'billing') =>
  sliceRelease({
    id: 'billing',
    owner,
    routes: [{ path: '/billing', title: 'B', access: 'public' }],
    slots: [],
    preload: { '/billing': ['page.js'] },
  });

export interface SharedStore extends WorkspaceWithStore {
  /** The trust as a machine sees it that has never seen the store, with only root 1 pinned. */
  open(who?: readonly KeyOwner[], now?: Date, home?: string): Promise<Trust>;
  /** Verifies what the environment runs. */
  verify(environment: string, now?: Date, home?: string): Promise<VerifiedState | undefined>;
  deploy(
    who: readonly KeyOwner[],
    releases: readonly (ShellRelease | SliceRelease)[],
    request?: Partial<DeployRequest>,
  ): Promise<Deployed>;
  /** Replaces keys of the store while `attack` runs. Undefined removes a key. */
  altered<Result>(
    changes: Readonly<Record<string, Uint8Array | undefined>>,
    attack: () => Promise<Result>,
  ): Promise<Result>;
  bytes(key: string): Promise<Buffer>;
  /** The trust options of a machine that has these keys. */
  trustOf(who: readonly KeyOwner[]): WorkspaceWithStore['workspace']['trust'];
  /** Runs a command on a machine that has these keys and the pinned root, and has never seen the store. */
  as(who: readonly KeyOwner[], ...argv: string[]): Promise<Ran>;
  /** A new home folder, which has seen nothing. */
  freshHome(): string;
}

const put = async (store: Store, key: string, bytes: Uint8Array | undefined) => {
  await store.remove(key);
  if (bytes) await store.create(key, bytes);
};

/** Root keys one and two, of which both must sign; slices `shell`, `market`, `billing`; `production` needs two deployers. */
export async function openSharedStore(openStore: () => Promise<StoreForTest>): Promise<SharedStore> {
  const place = await openWorkspace(openStore, {});
  const { store } = place;
  const homes: string[] = [];
  const freshHome = () => {
    const home = mkdtempSync(join(tmpdir(), 'slipway-home-'));
    homes.push(home);
    return home;
  };
  const now = new Date(await store.now());
  const root = { keys: [keys.rootOne.key, keys.rootTwo.key], threshold: 2 };
  const all = signerFor('rootOne', 'rootTwo', 'admin');
  const pinned = await initializeTrust(
    store,
    all,
    { root, targets: keys.admin.key, timestamp: keys.admin.key, deploy: keys.admin.key, owners: {} },
    now,
    (signed) => finishTrust(store, signed, () => Promise.resolve()),
  );
  const slice = (id: string, owner: KeyOwner) => ({
    name: `slice-${id}`,
    paths: [slicePattern(id)],
    keyIds: [idOf(owner)],
    threshold: 1,
  });
  const environment = (name: string, threshold: number) => ({
    ...{ name: `environment-${name}`, paths: [environmentPattern(name)], threshold },
    keyIds: [idOf('Ada'), idOf('Bea')],
  });
  await writeTargets(
    store,
    await loadChain(store, pinned),
    all,
    {
      delegations: [
        ...[slice('shell', 'platform'), slice('market', 'market'), slice('billing', 'billing')],
        ...[environment('staging', 1), environment('production', 2)],
      ],
      keys: keyOwners.map((owner) => keys[owner].key),
      owners: Object.fromEntries(
        keyOwners.map((owner) => [
          idOf(owner),
          { name: owner, public: keys[owner].key.keyVal['public'] ?? '' },
        ]),
      ),
    },
    now,
  );
  place.writeEnvironment('production');

  const trustOptions = (who: readonly KeyOwner[], home: string) => ({
    ...place.workspace.trust,
    home,
    pinnedRoot: () => pinned,
    signer: () => signerFor(...who),
  });
  const open: SharedStore['open'] = (who = [], at = now, home = freshHome()) =>
    openTrust({
      options: trustOptions(who, home),
      store: { ...store }, // as another process opens it
      environment: { name: 'staging', root: undefined },
      now: at,
    });
  const deployHome = freshHome();
  const { home } = place.workspace;
  mkdirSync(join(place.root, 'environments/trust'));
  writeFileSync(join(place.root, 'environments/trust/root.json'), JSON.stringify(pinned.toJSON()));

  return {
    ...place,
    open,
    freshHome,
    trustOf: (who) => trustOptions(who, deployHome),
    bytes: async (key) => (await store.get(key)) ?? Buffer.alloc(0),
    verify: async (name, at, home) => verifiedState(await open([], at, home), name),
    async deploy(who, releases, request = {}) {
      const candidates = await Promise.all(
        releases.map(async (release) => builtRelease(await place.build(release))),
      );
      return deploy({
        workspace: { ...place.workspace, trust: trustOptions(who, deployHome) },
        environment: place.workspace.environment('staging'),
        store: { ...store },
        candidates,
        edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
        author: 'ceo@example.com',
        reason: 'a test',
        ...request,
      });
    },
    as(who, ...argv) {
      rmSync(join(home, 'trust'), { recursive: true, force: true });
      mkdirSync(keysFolder(home), { recursive: true });
      for (const owner of who) writeFileSync(join(keysFolder(home), `${owner}.pem`), pems[owner]);
      return place.slipway(...argv);
    },
    async altered(changes, attack) {
      const before = await Promise.all(
        Object.keys(changes).map(async (key) => [key, await store.get(key)] as const),
      );
      for (const [key, bytes] of Object.entries(changes)) await put(store, key, bytes);
      try {
        return await attack();
      } finally {
        for (const [key, bytes] of before) await put(store, key, bytes);
      }
    },
    async close() {
      await place.close();
      for (const home of homes) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The first deploy to staging: everything that the attacks alter. */
export const firstDeploy = (
  shared: SharedStore,
  environment = 'staging',
  who: readonly KeyOwner[] = ['Ada'],
) =>
  shared.deploy(
    [...who, 'platform', 'market', 'billing'],
    [shellRelease(), marketRelease(), billingRelease()],
    {
      environment: shared.workspace.environment(environment),
    },
  );

export const chainOf = async (store: Store): Promise<TrustChain> =>
  loadChain(store, parseSigned('root', (await store.get(rootKey(1))) ?? Buffer.alloc(0), 'root 1'));
