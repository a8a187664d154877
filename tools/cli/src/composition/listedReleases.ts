/** The releases of a composition, each with the files that it lists. */
import { AppError, parseRelease, type ShellRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import type { CompositionContent } from './compose';
import type { Shells } from './document';
import { describedReleases, type DescribedRelease } from './fallback';
import type { ReleaseRef } from './selection';

/** A browser that falls back to a release reads its description first. */
export const DESCRIPTION = 'release.json';

export interface ListedRelease extends ReleaseRef {
  /** Path to integrity. */
  files: Readonly<Record<string, string>>;
  /** Sizes in bytes by path, if the description of the release was read. */
  sizes?: Readonly<Record<string, number>>;
}

const none = { composed: new Set<string>(), described: new Set<string>() };

export const nameOf = ({ id, version }: ReleaseRef) => `${id}/${version}`;

/**
 * Every release of a composition with the files that it lists: the shells, stable, canaries, and described ones, except
 * those in `without`.
 */
export async function listedReleases(
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

/** Path to bytes. */
export const sizesOf = (files: ShellRelease['files']) =>
  Object.fromEntries(Object.entries(files).map(([path, { size }]) => [path, size]));

const shellFiles = ({ id, version, files }: ShellRelease): ListedRelease => ({
  id,
  version,
  files: integrities(files),
  sizes: sizesOf(files),
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
  return {
    ...{ id, version },
    files: { ...integrities(files), [DESCRIPTION]: integrity },
    sizes: { ...sizesOf(files), [DESCRIPTION]: bytes.length },
  };
}
