/**
 * The part of a composition that a document inlines: the slices of its route, and which pages the frame may link to. The
 * page fetches the rest when it is idle or wanted: the whole composition, under the hash that the document of `/` has.
 * Only that document differs after a deploy of another slice (decision 056).
 */
import type { ComposedSlice, Composition, Route } from '@slipway/contracts';
import { documentName } from '../store/keys';
import { RECOVERY_PATH } from './startFailure';

/** The document that names the file with the rest. So does the recovery document: its shell is not that of `/`. */
export const HOME = '/';

export type RestFile = NonNullable<NonNullable<Composition['rest']>['file']>;

/** The file to which a document leaves the rest. */
export interface RestOptions {
  /** The shell's `links`. */
  links: readonly string[];
  file: RestFile;
}

type Keys = Pick<ComposedSlice, 'routes' | 'redirects' | 'slots'>;

const has = ({ routes, redirects = [], slots }: Keys, paths: readonly string[], shown: readonly string[]) =>
  [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)].some((path) =>
    paths.includes(path),
  ) || slots.some(({ name }) => shown.includes(name));

/** Whether a route needs a slice: for its page, or for a slot that the page shows. */
const isNeeded = (slice: ComposedSlice, paths: readonly string[], shown: readonly string[]) =>
  has(slice, paths, shown) || (slice.canary !== undefined && has(slice.canary.release, paths, shown));

function partWith(
  composition: Composition,
  isInlined: (id: string, slice: ComposedSlice) => boolean,
  links: ReadonlySet<string>,
  file: RestFile | undefined,
): Composition {
  const all = Object.entries(composition.slices);
  const others = all.filter(([id, slice]) => !isInlined(id, slice));
  if (others.length === 0) return composition;
  const nav = all.flatMap(([, slice]) => slice.nav);
  const linked = new Set([...links, ...nav.map(({ path }) => path)]);
  return {
    ...composition,
    slices: Object.fromEntries(all.filter(([id, slice]) => isInlined(id, slice))),
    rest: {
      // All routes of such a slice: one may be a parent of another.
      routes: others
        .filter(([, { routes }]) => routes.some(({ path }) => linked.has(path)))
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
  const shown = (route?.shows ?? []).map(({ name }) => name);
  return partWith(
    composition,
    (_id, slice) => isNeeded(slice, paths, shown),
    new Set(options.links),
    path === HOME || path === RECOVERY_PATH ? options.file : undefined,
  );
}

/** JSON that cannot close its script element, whatever text a title contains. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const inlined = /(<script type="application\/json" id="slipway-composition">)([^<]*)(?=<\/script>)/;

/** A document without its composition. */
export const withoutComposition = (html: string): string => html.replace(inlined, '$1');

const inlinedIn = (html: string): string => inlined.exec(html)?.[2] ?? '';

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
 * The same document with what another composition has for it: its own slices, pages and number stay. A document is a part
 * of a composition when this changes nothing. `file` is that of the other composition.
 */
export function inlinedAs(name: string, html: string, composition: Composition, file: RestFile): string {
  const json = inlinedIn(html);
  if (json === '') return html;
  const { revision, createdAt, settings, slices, rest } = JSON.parse(json) as Composition;
  const whole = name === documentName(RECOVERY_PATH) ? withEarlierShell(composition) : composition;
  const links = new Set(rest?.routes.map(({ path }) => path));
  const part = rest ? partWith(whole, (id) => id in slices, links, rest.file && file) : whole;
  const numbered = { ...part, revision, createdAt, ...(settings !== undefined && { settings }) };
  return html.replace(inlined, (_all, start: string) => start + inlineJson(numbered));
}

/** Whether the composition in a document is a part of `composition`, or all of it. Its number may be older. */
export const isPartOf = (name: string, html: string, composition: Composition, file: RestFile): boolean =>
  inlinedAs(name, html, composition, file) === html &&
  (JSON.parse(inlinedIn(html)) as Composition).revision <= composition.revision;
