/** A revision with everything that its pages load, checked before anything of it is served. */
import { AppError, type Composition } from '@slipway/contracts';
import { fileFailures } from '../checks/files';
import { describedReleases } from '../composition/fallback';
import { readComposition } from '../composition/read';
import { restFile } from '../composition/restFile';
import { releasesIn } from '../composition/selection';
import { WORKER_REVISION } from '../composition/siteFiles';
import { findRelease, isShell } from '../release/candidate';
import { documentsToTry } from '../store/documentPaths';
import { documentName, documentNames, releaseBase, releasePath, revisionBase } from '../store/keys';
import type { Store } from '../store/store';

export interface OldRevision {
  composition: Composition;
  /** URL path of a release's file to its key and its hash; `release.json` has none. Only these files are served. */
  files: ReadonlyMap<string, { key: string; integrity: string | undefined }>;
  /** The key of the script with the values of the revision. Those from before decision 107 have none. */
  script: string;
  /** The key of a path's document, or of the not-found page. */
  document(path: string): { key: string; isFound: boolean };
}

const documentsOf = (path: string) => (path === '404' ? [documentName(path)] : documentNames(path));

/** @throws `not_found` when the revision never existed, or was pruned; `unavailable` when a file is damaged */
export async function openRevision(
  store: Store,
  environment: string,
  revision: number,
): Promise<OldRevision> {
  const composition = await readComposition(store, environment, revision);
  const running = releasesIn(composition);
  const refs = [...running, ...describedReleases(composition)];
  const found = await Promise.all(
    refs.map(async ({ id, version }) => ({ id, version, candidate: await findRelease(store, id, version) })),
  );
  const shell = found.find(({ candidate }) => candidate && isShell(candidate))?.candidate?.release;
  const paths = [
    ...(shell?.routes ?? []),
    ...Object.values(composition.slices).flatMap(({ routes }) => routes),
  ].map(({ path }) => path);

  const documents = new Set(paths.flatMap(documentNames));
  const base = revisionBase(environment, revision);
  const written = await store.sizes(base.slice(0, -1));
  const missing = [
    // Fallbacks and overrides are optional: the page works without them.
    ...found
      .filter(({ candidate }, index) => !candidate && index < running.length)
      .map(({ id, version }) => `the release ${id} ${version.slice(0, 8)}`),
    ...['404', ...paths]
      .filter((path) => !documentsOf(path).every((name) => written.has(base + name)))
      .map((path) => `the document of ${path}`),
  ];
  if (missing.length > 0) {
    throw new AppError(
      'not_found',
      `revision ${String(revision)} of ${environment} cannot be opened, because prune removed ${missing.join(', ')}, or its deploy was interrupted: slipway diff ${environment}@${String(revision)} ${environment} still shows what it ran`,
    );
  }

  const candidates = found.flatMap(({ candidate }) => candidate ?? []);
  const damaged = (await Promise.all(candidates.map((candidate) => fileFailures(candidate, true)))).flat();
  if (damaged.length > 0) throw new AppError('unavailable', damaged.join('\n'));
  const files = candidates.flatMap(({ release: { id, version, files: listed } }) =>
    [...Object.keys(listed), 'release.json'].map((path) => {
      const file = { key: releaseBase(id, version) + path, integrity: listed[path]?.integrity };
      return [releasePath(id, version) + path, file] as const;
    }),
  );
  // The documents name it, and the browser compares its hash.
  const composed = (await store.get(`${base}composition.json`)) ?? Buffer.alloc(0);
  const rest = restFile(revision, composed);
  return {
    composition,
    files: new Map([
      ...files,
      [rest.path, { key: `${base}composition.json`, integrity: rest.integrity }] as const,
    ]),
    script: base + WORKER_REVISION,
    document(path) {
      const found = documentsToTry(path).find((name) => documents.has(name));
      return { key: base + (found ?? documentName('404')), isFound: found !== undefined };
    },
  };
}
