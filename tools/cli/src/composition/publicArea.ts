/**
 * The public area of an environment: the files of its releases, where its origin serves them. A deploy copies exactly the
 * listed files of the composed releases, each checked against its hash, before the pointer moves. What is published and
 * not deployed is in no public area, so no origin serves it (decision 033).
 */
import pLimit from 'p-limit';
import { AppError, type Composition, parseRelease, type ShellRelease } from '@slipway/contracts';
import { fileTypeFailure } from '../release/fileTypes';
import { integrityOf } from '../release/integrity';
import { publicBase, releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import type { CompositionContent } from './compose';
import type { Shells } from './document';
import { copyReleaseFile } from './copyReleaseFile';
import { writeDeltas } from './deltas';
import { describedReleases, type DescribedRelease } from './fallback';
import { type ReleaseRef, releasesIn } from './selection';

/** Files at a time, with up to two requests each. */
const CONCURRENCY = 16;

/** A browser that falls back to a release reads its description first. */
const DESCRIPTION = 'release.json';

interface ListedRelease extends ReleaseRef {
  /** Path to integrity. */
  files: Readonly<Record<string, string>>;
}

interface ReleaseFile {
  /** Keys in the store. */
  from: string;
  to: string;
  /** The folder of the release in the public area. */
  folder: string;
  integrity: string;
}

export interface PublicArea {
  /**
   * Copies the files of all releases that do not run yet, whatever is there.
   * @throws `invalid_input` for a file that is missing or does not have its hash
   */
  fill(content: CompositionContent, shells: Shells, running: Composition | undefined): Promise<void>;
  /** Copies the files again that `fill` copied and that are missing, because a `prune` ran at the same time. */
  restore(): Promise<void>;
  /** Copies every missing file of a composition that runs. */
  repair(content: CompositionContent, shells: Shells): Promise<void>;
}

const none = { composed: new Set<string>(), described: new Set<string>() };

const nameOf = ({ id, version }: ReleaseRef) => `${id}/${version}`;

/** Every release of a composition with the files that it lists: the shells, stable, canaries, and described ones, except those in `without`. */
async function listedReleases(
  store: Store,
  content: CompositionContent,
  shells: Shells,
  without: { composed: ReadonlySet<string>; described: ReadonlySet<string> } = none,
): Promise<ListedRelease[]> {
  const { slices } = content;
  const composed = Object.entries(slices)
    .flatMap(([id, { canary, ...stable }]) =>
      [stable, ...(canary ? [canary.release] : [])].map(({ version, files }) => ({ id, version, files })),
    )
    .filter((release) => !without.composed.has(nameOf(release)));
  const described = new Map(
    describedReleases(content)
      .filter((reference) => !without.described.has(nameOf(reference)))
      .map((reference) => [nameOf(reference), describedFiles(store, reference)]),
  );
  return [
    ...shells.flatMap((shell) => (shell ? [shellFiles(shell)] : [])),
    ...composed,
    ...(await Promise.all(described.values())),
  ];
}

const integrities = (files: ShellRelease['files']) =>
  Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity]));

const shellFiles = ({ id, version, files }: ShellRelease): ListedRelease => ({
  id,
  version,
  files: integrities(files),
});

/** A composition lists only the hash of the description, and that lists the files. */
async function describedFiles(
  store: Store,
  { kind, id, version, release: integrity }: DescribedRelease,
): Promise<ListedRelease> {
  const key = releaseBase(id, version) + DESCRIPTION;
  const bytes = await store.get(key);
  if (!bytes || integrityOf(bytes) !== integrity) {
    throw new AppError(
      'invalid_input',
      kind === 'fallback'
        ? `${store.address}/${key} is missing or was changed, and ${id} falls back to it: publish that build again, or deploy with --without-fallback`
        : `${store.address}/${key} is missing or was changed, and the settings list it in overrides: publish that build again, or remove it from the list`,
    );
  }
  const { files } = parseRelease(JSON.parse(bytes.toString()), key);
  return { id, version, files: { ...integrities(files), [DESCRIPTION]: integrity } };
}

/** Remembers what it has copied and which deltas it has written, so that another attempt of the same deploy does not do it again. */
export function publicArea(store: Store, environment: string): PublicArea {
  const copied = new Map<string, ReleaseFile>();
  const written = new Set<string>();

  const copyAll = (files: Iterable<ReleaseFile>) =>
    eachUntilFailure([...files], async (file) => {
      const { from, to, integrity } = file;
      const failure = fileTypeFailure(to.slice(to.lastIndexOf('/') + 1));
      if (failure) throw new AppError('invalid_input', `${store.address}/${from}: ${failure}`);
      await copyReleaseFile(store, from, to, integrity);
      copied.set(to, file);
    });

  const filesOf = ({ id, version, files }: ListedRelease): ReleaseFile[] =>
    Object.entries(files).map(([path, integrity]) => ({
      from: releaseBase(id, version) + path,
      to: publicBase(environment, id, version) + path,
      folder: publicBase(environment, id, version).slice(0, -1),
      integrity,
    }));

  const copyMissing = async (files: readonly ReleaseFile[]): Promise<void> => {
    const folders = [...new Set(files.map(({ folder }) => folder))];
    const existing = await Promise.all(folders.map((folder) => store.sizes(folder)));
    await copyAll(files.filter(({ to }) => !existing.some((keys) => keys.has(to))));
  };

  return {
    async fill(content, shells, running) {
      rejectOtherContent(content, running);
      const ran = new Set(running && releasesIn(running).map(nameOf));
      const known = new Set(running && describedReleases(running).map(nameOf));
      const listed = await listedReleases(store, content, shells, { composed: ran, described: known });
      // A release that ran has its files there. It gets its description when it becomes a fallback or an override.
      const isThere = (release: ListedRelease, { to }: ReleaseFile) =>
        copied.has(to) ||
        known.has(nameOf(release)) ||
        (ran.has(nameOf(release)) && !to.endsWith(`/${DESCRIPTION}`));
      await copyAll(listed.flatMap((release) => filesOf(release).filter((file) => !isThere(release, file))));
      const isNew = (release: ListedRelease) => !ran.has(nameOf(release)) && !known.has(nameOf(release));
      if (running) await writeDeltas(store, environment, listed.filter(isNew), releasesIn(running), written);
    },
    restore: () => copyMissing([...copied.values()]),
    repair: async (content, shells) =>
      copyMissing((await listedReleases(store, content, shells)).flatMap(filesOf)),
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
