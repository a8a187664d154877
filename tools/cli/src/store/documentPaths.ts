/**
 * The files in which a web server looks for the document of an address, in order. A server has no list of routes,
 * because deploys change them. So it tries a name for each route that the address could match: `notes/1.html`, then
 * `notes/_.html` for `/notes/:id`, then `notes/__.html` for `/notes/*`. The order is that of `routeAt`.
 */
import { MOST_SEGMENTS } from '@slipway/contracts';

/** A segment of an address that a name in the store may have. */
const FIXED = /^[a-z0-9-]+$/;
/** Characters; a file system rejects longer names with an error. */
const LONGEST_NAME = 200;

/**
 * The names, without their ending. `segments` are those of the address, or a server's variables for them. Only up to
 * `MOST_SEGMENTS` of them are compared with parameters.
 */
export function documentPaths(segments: readonly string[]): string[] {
  const found: string[] = [];
  const extend = (names: readonly string[], hasParameter: boolean): void => {
    const own = segments[names.length];
    if (own === undefined) {
      if (!hasParameter || names.length <= MOST_SEGMENTS) found.push(names.join('/'));
      return;
    }
    extend([...names, own], hasParameter);
    if (names.length === 0 || names.length >= MOST_SEGMENTS) return;
    extend([...names, '_'], true);
    found.push([...names, '__'].join('/'));
  };
  extend([], false);
  return found;
}

/** The names of the documents that may be the one of `path`, which ends in no slash. */
export function documentsToTry(path: string): string[] {
  if (path === '' || path === '/') return ['index.html'];
  const segments = path.slice(1).split('/');
  if (segments[0] === '404' && segments.length === 1) return [];
  if (segments.includes('') || !FIXED.test(segments[0] ?? '')) return [];
  return documentPaths(segments)
    .filter((name) =>
      name
        .split('/')
        .every((part) => part === '_' || part === '__' || (FIXED.test(part) && part.length <= LONGEST_NAME)),
    )
    .map((name) => `${name}.html`);
}
