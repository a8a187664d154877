/**
 * The part of a composition that a document inlines: the slices of its route, and the pages that the frame may link to.
 * The page fetches the rest, which is the file with the whole composition, when it is idle or needs it. The document of
 * `/` has the hash of that file; pages of other documents read it from `slipway-revision.js`. So a deploy of another
 * slice changes only the document of `/` (decisions 056, 107).
 */
import {
  type ComposedSlice,
  type Composition,
  isPrerenderedStyle,
  isShownAtOnce,
  type Route,
} from '@slipway/contracts';
import { documentName } from '../store/keys';
import { indexOf } from './sliceIndex';
import { RECOVERY_PATH } from './startFailure';

/** The document that names the file with the rest. The recovery document does too, because it has another shell. */
export const HOME = '/';
/** The document with which the service worker opens every page: it has no slices, so most deploys do not change it. */
export const OFFLINE_PATH = '/slipway-offline';

export type RestFile = NonNullable<NonNullable<Composition['rest']>['file']>;

/** The file to which a document leaves the rest. */
export interface RestOptions {
  /** The shell's `links`. */
  links: readonly string[];
  file: RestFile;
}

/** Without the files that no code loads: the document has the addresses of those that it uses. */
const withoutStyles = (slice: ComposedSlice): ComposedSlice => ({
  ...slice,
  files: Object.fromEntries(Object.entries(slice.files).filter(([path]) => !isPrerenderedStyle(path))),
});

/** The composition with only the slices `ids`, which have the order of the composition. */
function partWith(
  composition: Composition,
  ids: readonly string[],
  links: readonly string[],
  file: RestFile | undefined,
): Composition {
  const { slices } = composition;
  const inlined = Object.fromEntries(
    ids.flatMap((id) => (slices[id] ? [[id, withoutStyles(slices[id])] as const] : [])),
  );
  const { nav, linked } = indexOf(composition).navigation(links);
  if (Object.keys(inlined).length === Object.keys(slices).length) return composition;
  return {
    ...composition,
    slices: inlined,
    rest: {
      // All routes of such a slice: one may be a parent of another.
      routes: linked
        .filter(([id]) => !ids.includes(id))
        .flatMap(([slice, { routes }]) => routes.map((route) => ({ ...route, slice }))),
      nav,
      ...(file && { file }),
    },
  };
}

/** The composition of the document of `route`, or of the not-found page. Without `options`, the whole one. */
export function partOf(
  composition: Composition,
  route: (Pick<Route, 'path' | 'shows'> & { from?: string }) | undefined,
  options: RestOptions | undefined,
): Composition {
  if (!options) return composition;
  const path = route?.from ?? route?.path ?? '404';
  const paths = [path, ...(route ? [route.path] : [])];
  // A slot that a user opens is rendered later, when the rest has arrived.
  const shown = (route?.shows ?? []).map(({ name }) => name).filter(isShownAtOnce);
  return partWith(
    composition,
    indexOf(composition).needed(paths, shown),
    options.links,
    path === HOME || path === RECOVERY_PATH ? options.file : undefined,
  );
}

/** JSON that cannot close its script element, whatever text a title contains. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const inlined = /(<script type="application\/json" id="slipway-composition">)([^<]*)(?=<\/script>)/;

/** A document without its composition. */
export const withoutComposition = (html: string): string => html.replace(inlined, '$1');

const inlinedIn = (html: string): string => inlined.exec(html)?.[2] ?? '';

/** The start of every composition that `slipway` writes: the quick comparison of two documents leaves it out. */
const start = /^(\{"schema":\d+,"environment":"[^"\\]*",)"revision":\d+,"createdAt":"[^"\\]*"/;

/** Whether two documents differ only in the number of their revision, its time and that of its settings. */
export function isSameButNumbers(one: string, other: string): boolean {
  const [json, otherJson] = [inlinedIn(one), inlinedIn(other)];
  const isQuicklySame =
    json.replace(start, '$1') === otherJson.replace(start, '$1') &&
    withoutComposition(one) === withoutComposition(other);
  return isQuicklySame || withoutNumbers(one) === withoutNumbers(other);
}

/** A document without what differs in every revision: its number and its time. */
export function withoutNumbers(html: string): string {
  const json = inlinedIn(html);
  if (json === '') return html;
  const content = JSON.parse(json) as Partial<Composition>;
  return `${withoutComposition(html)}${JSON.stringify({ ...content, revision: 0, createdAt: '', settings: 0 })}`;
}

/** The composition that a document with the earlier shell inlines. */
export const withEarlierShell = (composition: Composition): Composition => {
  const { version, base } = composition.shell.fallback ?? composition.shell;
  return { ...composition, shell: { version, base } };
};

/**
 * The document with the values of another composition in its inlined part: the list of slices and pages, and the
 * revision number, stay. If this changes nothing, the document is a part of that composition. `file` is the file of the
 * other composition.
 */
export function inlinedAs(name: string, html: string, composition: Composition, file: RestFile): string {
  const json = inlinedIn(html);
  if (json === '') return html;
  const { revision, createdAt, settings, slices, rest } = JSON.parse(json) as Composition;
  const whole = name === documentName(RECOVERY_PATH) ? withEarlierShell(composition) : composition;
  const links = rest?.routes.map(({ path }) => path) ?? [];
  const ids = Object.keys(whole.slices).filter((id) => id in slices);
  const part = rest ? partWith(whole, ids, links, rest.file && file) : whole;
  const numbered = { ...part, revision, createdAt, ...(settings !== undefined && { settings }) };
  return html.replace(inlined, (_all, start: string) => start + inlineJson(numbered));
}

/** Whether the composition in a document is a part of `composition`, or all of it. Its number may be older. */
export const isPartOf = (name: string, html: string, composition: Composition, file: RestFile): boolean =>
  inlinedAs(name, html, composition, file) === html &&
  (JSON.parse(inlinedIn(html)) as Composition).revision <= composition.revision;
