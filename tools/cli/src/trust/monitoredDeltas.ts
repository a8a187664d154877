/** Asks for files as browsers do that have an earlier release, and compares what their deltas contain (decision 104). */
import pLimit from 'p-limit';
import type { Composition, Release } from '@slipway/contracts';
import { releasesIn } from '../composition/selection';
import { integrityOf } from '../release/integrity';
import { availableDictionary, DELTA, fileFromDelta, laterFiles } from '../store/delta';
import { releasePath } from '../store/keys';
import type { Get } from './servedBytes';

/** Parallel requests. */
const CONCURRENCY = 6;
/** As a browser sends it. */
const ENCODINGS = `gzip, br, ${DELTA}`;

interface File {
  path: string;
  integrity: string;
}

/** The files that have deltas, by the URL pattern that a later one of the same name has too. */
const filesByPattern = ({ id, version, files }: Release): Map<string, File> =>
  new Map(
    Object.entries(files).flatMap(([name, { integrity }]) => {
      const path = releasePath(id, version) + name;
      const pattern = laterFiles(path);
      return pattern === undefined ? [] : [[pattern, { path, integrity }] as const];
    }),
  );

/** For each response the differences, which are none or one line. A host without deltas sends the whole file. */
export async function compareDeltas(
  get: Get,
  composition: Composition,
  releases: readonly Release[],
): Promise<string[][]> {
  const running = new Set(releasesIn(composition).map(({ id, version }) => releasePath(id, version)));
  const limit = pLimit(CONCURRENCY);
  const compare = async (file: File, earlier: File): Promise<string[]> => {
    const dictionary = await get(earlier.path);
    if (integrityOf(dictionary.bytes) !== earlier.integrity) return []; // named by the comparison of all files
    const headers = { 'available-dictionary': availableDictionary(dictionary.bytes) };
    const { bytes, encoding } = await get(file.path, ENCODINGS, headers);
    const content =
      encoding === DELTA ? await fileFromDelta(dictionary.bytes, bytes).catch(() => undefined) : bytes;
    return content && integrityOf(content) === file.integrity
      ? []
      : [`${file.path} has other bytes for a browser that has ${earlier.path}`];
  };
  const pairs = releases
    .filter(({ id, version }) => running.has(releasePath(id, version)))
    .flatMap((release) => {
      const files = [...filesByPattern(release)];
      return releases
        .filter(({ id, version }) => id === release.id && version !== release.version)
        .flatMap((other) => {
          const earlier = filesByPattern(other);
          return files.flatMap(([pattern, file]) => {
            const found = earlier.get(pattern);
            return found ? [[file, found] as const] : [];
          });
        });
    });
  return Promise.all(pairs.map(([file, earlier]) => limit(() => compare(file, earlier))));
}
