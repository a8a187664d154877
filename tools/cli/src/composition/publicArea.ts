/**
 * The public area of an environment: the files of its releases, where its origin serves them. A deploy copies exactly the
 * listed files of the composed releases, each checked against its hash, before the pointer moves. What is published and
 * not deployed is in no public area, so no origin serves it (decision 033).
 */
import pLimit from 'p-limit';
import { AppError, type Composition, parseRelease, type ShellRelease } from '@slipway/contracts';
import { fileTypeFailure } from '../release/fileTypes';
import { integrityOf } from '../release/integrity';
import { publicBase, publicFolder, releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import type { CompositionContent } from './compose';
import { copyReleaseFile } from './copyReleaseFile';
import { fallbackReleases } from './fallback';
import { type ReleaseRef, releasesIn } from './selection';

/** Parallel requests. */
const CONCURRENCY = 8;

/** A browser that falls back to a release reads its description first. */
const DESCRIPTION = 'release.json';

interface ListedRelease extends ReleaseRef {
  /** Path to integrity. */
  files: Readonly<Record<string, string>>;
}

export interface PublicArea {
  /**
   * Copies the files of all releases that do not run yet, whatever is there.
   * @throws `invalid_input` for a file that is missing or does not have its hash
   */
  fill(content: CompositionContent, shell: ShellRelease, running: Composition | undefined): Promise<void>;
  /** Copies every file again that is missing, such as one that a `prune` removed while a deploy ran. */
  repair(content: CompositionContent, shell: ShellRelease): Promise<void>;
}

const nameOf = ({ id, version }: ReleaseRef) => `${id}/${version}`;

/** Every release of a composition with the files that it lists: stable, canaries and fallbacks. */
async function listedReleases(
  store: Store,
  { slices }: CompositionContent,
  shell: ShellRelease,
): Promise<ListedRelease[]> {
  const composed = Object.entries(slices).flatMap(([id, { canary, ...stable }]) =>
    [stable, ...(canary ? [canary.release] : [])].map(({ version, files }) => ({ id, version, files })),
  );
  const fallbacks = Object.entries(slices).flatMap(([id, { fallback }]) =>
    fallback ? [fallbackFiles(store, { id, ...fallback })] : [],
  );
  return [shellFiles(shell), ...composed, ...(await Promise.all(fallbacks))];
}

const integrities = (files: ShellRelease['files']) =>
  Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity]));

const shellFiles = ({ id, version, files }: ShellRelease): ListedRelease => ({
  id,
  version,
  files: integrities(files),
});

/** A composition lists only the hash of a fallback's description, and that lists the files. */
async function fallbackFiles(
  store: Store,
  { id, version, release: integrity }: ReleaseRef & { release: string },
): Promise<ListedRelease> {
  const key = releaseBase(id, version) + DESCRIPTION;
  const bytes = await store.get(key);
  if (!bytes || integrityOf(bytes) !== integrity) {
    throw new AppError(
      'invalid_input',
      `${store.address}/${key} is missing or was changed, and ${id} falls back to it: publish that build again, or deploy with --without-fallback`,
    );
  }
  const { files } = parseRelease(JSON.parse(bytes.toString()), key);
  return { id, version, files: { ...integrities(files), [DESCRIPTION]: integrity } };
}

/** Remembers what it has copied, so that another attempt of the same deploy does not copy it again. */
export function publicArea(store: Store, environment: string): PublicArea {
  const copied = new Set<string>();

  const copyMissing = async (
    listed: readonly ListedRelease[],
    isThere: (release: ListedRelease, key: string) => boolean,
  ): Promise<void> => {
    const files = listed.flatMap((release) => {
      const { id, version } = release;
      const base = publicBase(environment, id, version);
      return Object.entries(release.files)
        .map(([path, integrity]) => ({ from: releaseBase(id, version) + path, to: base + path, integrity }))
        .filter(({ to }) => !isThere(release, to));
    });
    await eachUntilFailure(files, async ({ from, to, integrity }) => {
      const failure = fileTypeFailure(to.slice(to.lastIndexOf('/') + 1));
      if (failure) throw new AppError('invalid_input', `${store.address}/${from}: ${failure}`);
      await copyReleaseFile(store, from, to, integrity);
      copied.add(to);
    });
  };

  return {
    async fill(content, shell, running) {
      rejectOtherContent(content, running);
      const ran = new Set(running && releasesIn(running).map(nameOf));
      const fallbacks = new Set(running && fallbackReleases(running).map(nameOf));
      await copyMissing(await listedReleases(store, content, shell), (release, key) => {
        const name = nameOf(release);
        return copied.has(key) || fallbacks.has(name) || (ran.has(name) && !key.endsWith(DESCRIPTION));
      });
    },

    async repair(content, shell) {
      const existing = await store.sizes(publicFolder(environment));
      await copyMissing(await listedReleases(store, content, shell), (_release, key) => existing.has(key));
    },
  };
}

/** A version that runs keeps the files that it was deployed with. @throws `invalid_input` */
function rejectOtherContent(content: CompositionContent, running: Composition | undefined): void {
  for (const [id, slice] of Object.entries(content.slices)) {
    const ran = running?.slices[id];
    const before = [ran, ran?.canary?.release].find((release) => release?.version === slice.version);
    const isSame = ([path, integrity]: [string, string]) => before?.files[path] === integrity;
    if (!before || Object.entries(slice.files).every(isSame)) continue;
    throw new AppError(
      'invalid_input',
      `${id} ${slice.version} in the store is not the release that runs under this version: roll back ${id}, and find out who changed it`,
    );
  }
}

/** Runs `task` for each item, in parallel. After a failure it starts no more, and waits for those that run. */
async function eachUntilFailure<Item>(items: readonly Item[], task: (item: Item) => Promise<void>) {
  const limit = pLimit(CONCURRENCY);
  let hasFailed = false;
  const results = await Promise.allSettled(
    items.map((item) =>
      limit(async () => {
        if (hasFailed) return;
        await task(item).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
