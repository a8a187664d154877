/**
 * The public area of an environment: the files of its releases, where its origin serves them. A deploy copies exactly the
 * listed files of the composed releases, each checked against its hash, before the pointer moves. What is published and
 * not deployed is in no public area, so no origin serves it (decision 033).
 */
import { AppError, type Composition, type Release } from '@slipway/contracts';
import { fileTypeFailure } from '../release/fileTypes';
import { publicBase, releaseBase } from '../store/keys';
import { allEnded, untilFailure } from '../store/parallel';
import type { Store } from '../store/store';
import type { CompositionContent } from './compose';
import type { Shells } from './document';
import { copyReleaseFile } from './copyReleaseFile';
import { damagedCopies } from './damagedCopies';
import { writeDeltas } from './deltas';
import { describedReleases } from './fallback';
import { DESCRIPTION, type ListedRelease, listedReleases, nameOf, sizesOf } from './listedReleases';
import { releasesIn } from './selection';

/** Files at a time, with up to two requests each. */
const CONCURRENCY = 16;

interface ReleaseFile {
  /** Keys in the store. */
  from: string;
  to: string;
  /** The path of the release's folder, in `releases/` and in the public area. */
  source: string;
  folder: string;
  integrity: string;
  size: number | undefined;
}

export interface PublicArea {
  /**
   * Copies the files of all releases that do not run yet, without comparing them with existing copies.
   * @throws `invalid_input` for a file that is missing or does not match its hash
   */
  fill(content: CompositionContent, shells: Shells, running: Composition | undefined): Promise<void>;
  /** Copies the files again that `fill` copied and that are missing, because a `prune` ran at the same time. */
  restore(): Promise<void>;
  /**
   * Copies every file of a composition that runs when it is missing or has another size than its `releases` list, and when
   * that holds for a compressed copy of it. Returns a sentence for each.
   */
  repair(content: CompositionContent, shells: Shells, releases: readonly Release[]): Promise<string[]>;
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

  const filesOf = ({ id, version, files, sizes }: ListedRelease): ReleaseFile[] =>
    Object.entries(files).map(([path, integrity]) => ({
      from: releaseBase(id, version) + path,
      to: publicBase(environment, id, version) + path,
      source: releaseBase(id, version).slice(0, -1),
      folder: publicBase(environment, id, version).slice(0, -1),
      integrity,
      size: sizes?.[path],
    }));

  const sizesBelow = async (keys: readonly string[]) => {
    const folders = [...new Set(keys)];
    return new Map(
      (await Promise.all(folders.map((folder) => store.sizes(folder)))).flatMap((all) => [...all]),
    );
  };

  /** Returns a sentence for each file that it copied. */
  const copyDamaged = async (files: readonly ReleaseFile[], withCopies: boolean): Promise<string[]> => {
    const existing = await sizesBelow(files.map(({ folder }) => folder));
    const isWhole = ({ to, size }: ReleaseFile) => {
      const found = existing.get(to);
      return found !== undefined && (size === undefined || found === size);
    };
    const damaged = files
      .filter((file) => !isWhole(file))
      .map((file) => {
        const found = existing.get(file.to);
        const damage =
          found === undefined ? 'was missing' : `had ${String(found)} bytes instead of ${String(file.size)}`;
        return { file, damage: `${store.address}/${file.to} ${damage}` };
      });
    if (withCopies) {
      // The description of a release is public without copies.
      const whole = files.filter((file) => isWhole(file) && !file.to.endsWith(`/${DESCRIPTION}`));
      const published = await sizesBelow(whole.map(({ source }) => source));
      damaged.push(...(await damagedCopies(store, whole, { published, existing })));
    }
    await copyAll(new Set(damaged.map(({ file }) => file)));
    return damaged.map(({ damage }) => `${damage}: copied again`);
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
    restore: async () => {
      await copyDamaged([...copied.values()], false);
    },
    async repair(content, shells, releases) {
      const described = new Map(releases.map((release) => [nameOf(release), sizesOf(release.files)]));
      const withSizes = (release: ListedRelease) => {
        const sizes = release.sizes ?? described.get(nameOf(release));
        return filesOf({ ...release, ...(sizes && { sizes }) });
      };
      return copyDamaged((await listedReleases(store, content, shells)).flatMap(withSizes), true);
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
  const run = untilFailure(CONCURRENCY);
  await allEnded(items.map((item) => run(() => task(item))));
}
