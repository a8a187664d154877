/**
 * Files about the whole site, at fixed addresses: for crawlers, and for browsers that install the app. They are parts of
 * each revision, signed like its documents.
 */
import { type Composition, isDynamic, type ShellRelease, type SliceRelease } from '@slipway/contracts';
import { FAVICON, FAVICON_TYPE } from './favicon';

export const WEB_MANIFEST = 'slipway.webmanifest';
const SITEMAP = 'sitemap.xml';
/** The sitemap of agents, which is served by a server with the backend. */
export const AGENT_SITEMAP = '/v1/sitemap.xml';
const ROBOTS = 'robots.txt';
/** The values of a revision: the service worker imports it, and pages read it. */
export const WORKER_REVISION = 'slipway-revision.js';

/** Name to `Content-Type`. */
export const siteFileTypes: Readonly<Record<string, string>> = {
  [ROBOTS]: 'text/plain; charset=utf-8',
  [SITEMAP]: 'application/xml; charset=utf-8',
  [WEB_MANIFEST]: 'application/manifest+json; charset=utf-8',
  [FAVICON]: FAVICON_TYPE,
  [WORKER_REVISION]: 'text/javascript; charset=utf-8',
};

/** A brand's color and the canvas of the light theme: an installed app has them before its style has loaded. */
const COLORS = { theme_color: '#3b5bdb', background_color: '#ffffff' };

type Composed = Pick<Composition, 'site' | 'address' | 'shell' | 'backend'>;

/** Purposes of the pictures that a launcher uses, with their sizes. */
const launcherIcons = [
  { name: 'icon-192', sizes: '192x192', purpose: 'any' },
  { name: 'icon-512', sizes: '512x512', purpose: 'any' },
  { name: 'icon-maskable', sizes: '512x512', purpose: 'maskable' },
] as const;

function webManifest(
  { site, shell: { base } }: Composed,
  { images = {} }: Pick<ShellRelease, 'images'>,
): string {
  const icons = launcherIcons.flatMap(({ name, ...icon }) => {
    const file = images[name];
    return file === undefined ? [] : [{ src: base + file, type: 'image/png', ...icon }];
  });
  return JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name,
    ...(site.description !== undefined && { description: site.description }),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    ...COLORS,
    icons,
  });
}

/** Pages for signed-in users ask not to be listed themselves: a crawler has to read them to know. */
function robots({ address, backend }: Composed): string {
  if (address === undefined) return 'User-agent: *\nDisallow: /\n';
  const hasAgents = backend.url === '/';
  return [
    ...['User-agent: *', 'Disallow: /rest/', 'Disallow: /auth/', 'Disallow: /v1/'],
    ...(hasAgents ? [`Allow: ${AGENT_SITEMAP}`] : []),
    `Sitemap: ${address}/${SITEMAP}`,
    ...(hasAgents ? [`Sitemap: ${address}${AGENT_SITEMAP}`] : []),
    '',
  ].join('\n');
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** A sitemap of absolute addresses; an entry may have the time of its last change, as ISO-8601. */
export const sitemapOf = (entries: readonly { address: string; changedAt?: string }[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(
      ({ address, changedAt }) =>
        `<url><loc>${escapeXml(address)}</loc>${changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`}</url>`,
    ),
    '</urlset>',
    '',
  ].join('\n');

/** The public pages of a composition that have one address, as absolute addresses; none where search engines must not list them. */
const publicPages = (
  address: string | undefined,
  shell: Pick<ShellRelease, 'routes'>,
  slices: readonly Pick<SliceRelease, 'routes'>[],
): string[] =>
  address === undefined
    ? []
    : [shell, ...slices].flatMap(({ routes }) =>
        routes
          .filter(
            ({ access, path, head }) => access === 'public' && !isDynamic(path) && head?.robots !== 'noindex',
          )
          .map(({ path }) => address + path),
      );

export const siteFiles = (
  composition: Composed,
  shell: Pick<ShellRelease, 'routes' | 'images'>,
  slices: readonly Pick<SliceRelease, 'routes'>[],
): { name: string; text: string }[] => [
  { name: ROBOTS, text: robots(composition) },
  {
    name: SITEMAP,
    text: sitemapOf(publicPages(composition.address, shell, slices).map((address) => ({ address }))),
  },
  { name: WEB_MANIFEST, text: webManifest(composition, shell) },
];
