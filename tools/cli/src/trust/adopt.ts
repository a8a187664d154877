/** Signs the content of a store when it gets its trust metadata: the current revisions, and the releases that they run. */
import { isAppError } from '@slipway/contracts';
import { describedReleases } from '../composition/fallback';
import { currentRevision, readRevision } from '../composition/read';
import { releasesIn, type ReleaseRef } from '../composition/selection';
import { releaseBase, revisionBase, settingsKey } from '../store/keys';
import { isCompressedCopy } from '../store/objectHeaders';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import type { StoreFile } from '../store/writeFiles';
import type { TrustChain } from './chain';
import { signedReleaseKey, statementKey } from './paths';
import { signRelease } from './releases';
import type { Signer } from './signer';
import { signStatement } from './statements';

interface Adopting {
  store: Store;
  chain: TrustChain;
  signer: Signer;
  now: Date;
}

/** The files that the statement of a stored revision covers. */
export async function revisionFiles(
  store: Store,
  environment: string,
  revision: number,
  settings: number | undefined,
): Promise<StoreFile[]> {
  const base = revisionBase(environment, revision);
  const keys = [...(await store.sizes(base.slice(0, -1))).keys()].filter(
    (key) =>
      !isCompressedCopy(key) && !key.startsWith(statementKey(environment, revision).replace(/\.json$/, '.')),
  );
  if (settings !== undefined) keys.push(settingsKey(environment, settings));
  return Promise.all(keys.map(async (key) => ({ key, bytes: (await store.get(key)) ?? Buffer.alloc(0) })));
}

/** A key that exists already was signed before. */
const createOnce = async (store: Store, key: string, bytes: () => Promise<Uint8Array>) => {
  if (await store.get(key)) return;
  try {
    await store.create(key, await bytes());
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict') throw error;
  }
};

export async function adoptRelease(
  { store, chain, signer, now }: Adopting,
  { id, version }: ReleaseRef,
): Promise<void> {
  const description = await store.get(`${releaseBase(id, version)}release.json`);
  if (!description) return;
  await createOnce(store, signedReleaseKey(id, version), () =>
    signRelease(chain, signer, { id, version, description }, now),
  );
}

export async function adoptRevision(
  adopting: Adopting,
  environment: string,
  revision: number,
): Promise<void> {
  const { store, chain, signer, now } = adopting;
  const { composition } = await readRevision(store, environment, revision);
  const references = [...releasesIn(composition), ...describedReleases(composition)];
  await allEnded(references.map((reference) => adoptRelease(adopting, reference)));
  const { createdAt } = composition;
  await createOnce(store, statementKey(environment, revision), async () => {
    const files = await revisionFiles(store, environment, revision, composition.settings);
    return (
      await signStatement(
        chain,
        signer,
        { environment, revision, createdAt, previous: undefined, files },
        now,
      )
    ).bytes;
  });
}

export async function adopt(adopting: Adopting, environments: readonly string[]): Promise<void> {
  for (const environment of environments) {
    const revision = await currentRevision(adopting.store, environment);
    if (revision > 0) await adoptRevision(adopting, environment, revision);
  }
}
