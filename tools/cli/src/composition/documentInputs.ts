/**
 * Everything that decides the text of a document but the number of its revision, as one text: a deploy renders only the
 * documents whose inputs this machine has not rendered before. Keep it complete: `documentInputs.test.ts` compares it with
 * what is rendered.
 */
import { type ComposedSlice, type Composition, isShownAtOnce, type Route } from '@slipway/contracts';
import { sha256 } from '../trust/keys';
import { policyOptions } from './headers';
import { HOME } from './part';
import { indexOf } from './sliceIndex';
import { RECOVERY_PATH } from './startFailure';

type DocumentRoute = Route & { from?: string };

/** The parts of a composed release that its version covers: it is the hash of the release's content. */
const ofRelease = ['owner', 'base', 'entry', 'files', 'routes', 'slots', 'nav', 'redirects', 'preload'];

/** The version of a slice's release, and what a composition adds to it. */
const inputsOfSlice = (slice: ComposedSlice | undefined) =>
  Object.entries(slice ?? {}).filter(([name]) => !ofRelease.includes(name));

/** The content of all documents. The versions of the shells stand for their releases. */
function sharedInputs(composition: Composition, links: readonly string[]): string {
  const { nav, linked } = indexOf(composition).navigation(links);
  const others = { ...composition, revision: 0, createdAt: '', settings: 0, slices: {} };
  const routes = linked.map(([id, slice]) => [id, slice.routes]);
  return sha256(JSON.stringify([others, policyOptions(composition), nav, routes]));
}

/**
 * The inputs of the documents of a composition, by route, and with the `keys` of `preload` that its page loads.
 * Undefined for documents that differ in every revision: those that name the file with the rest, and, if the shell has
 * no `links`, those with the whole composition.
 */
export function documentInputs(
  composition: Composition,
  links: readonly string[] | undefined,
): (route: DocumentRoute | undefined, keys: readonly string[]) => string | undefined {
  if (!links) return () => undefined;
  const { slices } = composition;
  const index = indexOf(composition);
  const shared = sharedInputs(composition, links);
  const count = Object.keys(slices).length;
  return (route, keys) => {
    const paths = [route?.from ?? route?.path ?? '404', ...(route ? [route.path] : [])];
    if (paths.includes(HOME) || paths.includes(RECOVERY_PATH)) return undefined;
    const inlined = index.needed(paths, (route?.shows ?? []).map(({ name }) => name).filter(isShownAtOnce));
    const read = new Set([...inlined, ...index.preloading(keys)]);
    const ofSlices = [...read].map((id) => [id, inputsOfSlice(slices[id])]);
    return JSON.stringify([shared, route ?? null, keys, ofSlices, inlined.length === count]);
  };
}
