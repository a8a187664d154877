/** The version of a release: a hash of its content, so that a version names exactly one content. */
import { contentHash } from './hashes';

/** Fields that say which build it was. Two builds of the same content are the same release. */
const ofTheBuild = ['version', 'commit', 'builtAt', 'evidence'];

/** `value` with the keys of all its objects in the same order, so that equal values give the same JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sorted(fields[key])]),
  );
}

/**
 * 16 hexadecimal digits for the content of a `release.json`: every field, with the hash of every file, except `version`,
 * `commit`, `builtAt` and `evidence`. A slice whose manifest changed is another release, even when its files are the same.
 */
export function releaseVersion(release: object): string {
  const content = Object.entries(release).filter(([key]) => !ofTheBuild.includes(key));
  return contentHash(JSON.stringify(sorted(Object.fromEntries(content))));
}
