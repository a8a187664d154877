/**
 * The public area of an environment: the files of its releases, where its origin serves them. A deploy copies exactly the
 * listed files of the composed releases, each checked against its hash, before the pointer moves. What is published and
 * not deployed is in no public area, so no origin serves it (decision 028).
 */
import pLimit from 'p-limit';
import { AppError, type Composition, parseRelease, type ShellRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { publicBase, releaseBase } from '../store/keys';
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
   * Makes the public area complete for `content`. Releases that run already are only completed; the files of all others
   * are copied, whatever is there.
   * @throws `invalid_input` for a file that is missing or does not have its hash
   */
  fill(content: CompositionContent, shell: ShellRelease, running: Composition | undefined): Promise<void>;
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
  const limit = pLimit(CONCURRENCY);
  const complete = new Set<string>();

  const fillRelease = async ({ id, version, files }: ListedRelease, isRunning: boolean): Promise<void> => {
    const base = publicBase(environment, id, version);
    const existing = isRunning ? await store.sizes(base.slice(0, -1)) : new Map<string, number>();
    const missing = Object.entries(files).filter(([path]) => !existing.has(base + path));
    await Promise.all(
      missing.map(([path, integrity]) =>
        limit(() => copyReleaseFile(store, releaseBase(id, version) + path, base + path, integrity)),
      ),
    );
  };

  return {
    async fill(content, shell, running) {
      const listed = await listedReleases(store, content, shell);
      const ran = new Set(running && [...releasesIn(running), ...fallbackReleases(running)].map(nameOf));
      const fillOnce = async (release: ListedRelease) => {
        // A release is listed twice when it is a fallback too: with and without its description.
        const key = `${nameOf(release)} ${String(DESCRIPTION in release.files)}`;
        if (complete.has(key)) return;
        await fillRelease(release, ran.has(nameOf(release)));
        complete.add(key);
      };
      await Promise.all(listed.map(fillOnce)).catch((error: unknown) => {
        limit.clearQueue(); // the rest would fail the same way, or be useless
        throw error;
      });
    },
  };
}
