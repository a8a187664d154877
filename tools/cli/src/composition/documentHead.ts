/** The metadata of a document: for search engines, previews of links and lists of icons. */
import { type Composition, isDynamic, type Route, type ShellRelease } from '@slipway/contracts';
import { inDefaultLanguage } from './languages';
import { WEB_MANIFEST } from './siteFiles';
import { RECOVERY_PATH } from './startFailure';

type Pictures = Pick<ShellRelease, 'icons' | 'images'>;

export const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** Pixels of the picture `social`, the size that previews of links expect. */
const SOCIAL = { width: '1200', height: '630' };

const isListed = (route: Route | undefined): route is Route =>
  route?.access === 'public' && route.path !== RECOVERY_PATH && route.head?.robots !== 'noindex';

/** The address that search engines list; undefined for a page with parameters, which has many. */
const canonicalOf = (address: string, { path, head = {} }: Route): string | undefined =>
  isDynamic(path) && head.canonical === undefined ? undefined : address + (head.canonical ?? path);

/** The title. On public pages a sentence of the route or of the product, their address and a picture; other pages are not for lists. */
export function metadataOf(
  composition: Composition,
  { images }: Pictures,
  route: Route | undefined,
): string[] {
  const { site, address, shell } = composition;
  const { base } = shell;
  const name = inDefaultLanguage(composition, route?.title ?? 'Page not found');
  const title = `<title>${escapeText(`${name} · ${site.name}`)}</title>`;
  const hidden = '<meta name="robots" content="noindex">';
  if (!isListed(route)) return [title, hidden];
  const property = (name: string, text: string) =>
    `<meta property="og:${name}" content="${escapeText(text)}">`;
  const at = address === undefined ? undefined : canonicalOf(address, route);
  const { description = site.description } = route.head ?? {};
  const picture = address !== undefined && images?.['social'];
  return [
    title,
    ...(address === undefined ? [hidden] : []),
    ...(at === undefined ? [] : [`<link rel="canonical" href="${escapeText(at)}">`]),
    ...(description === undefined
      ? []
      : [
          `<meta name="description" content="${escapeText(description)}">`,
          property('description', description),
        ]),
    property('title', name),
    property('site_name', site.name),
    property('type', 'website'),
    ...(at === undefined ? [] : [property('url', at)]),
    ...(picture
      ? [
          property('image', address + base + picture),
          ...Object.entries(SOCIAL).map(([side, pixels]) => property(`image:${side}`, pixels)),
          '<meta name="twitter:card" content="summary_large_image">',
        ]
      : []),
  ];
}

/** The icons of a document, for browsers with and without SVG icons, and the web manifest of the revision. */
export function iconsOf({ shell: { base } }: Composition, { icons, images = {} }: Pictures): string[] {
  const picture = (rel: string, name: string, size: string) => {
    const file = images[name];
    return file === undefined
      ? []
      : [`<link rel="${rel}" type="image/png" sizes="${size}" href="${base}${file}">`];
  };
  return [
    ...picture('icon', 'icon-32', '32x32'),
    ...icons.map((file) => `<link rel="icon" href="${base}${file}">`),
    ...picture('apple-touch-icon', 'icon-180', '180x180'),
    `<link rel="manifest" href="/${WEB_MANIFEST}">`,
  ];
}
