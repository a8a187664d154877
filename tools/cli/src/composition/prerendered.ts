/**
 * The page that a document shows until the app has started: a page that the build of the shell or of a slice rendered in
 * advance, with the values of the environment. It is a part of the release's description, so its signature covers it
 * (decision 071).
 */
import {
  type Composition,
  isShownAtOnce,
  prerenderTokens,
  providerTokens,
  type Route,
  type SliceRelease,
} from '@slipway/contracts';
import { escapeText } from './documentHead';
import { type Asset, assetOf, type DocumentShell } from './shellElements';
import { indexOf } from './sliceIndex';

type Markup = NonNullable<SliceRelease['prerendered']>[string];

export interface PrerenderedPage extends Omit<Markup, 'styles'>, Pick<Route, 'path' | 'access'> {
  /** The styles of the shell. */
  styles: Asset[];
  /** The styles of the slice. The app starts without them, too, when they do not load. */
  sliceStyles: Asset[];
}

/** The only one that environments can have. */
const github = providerTokens('github');

/** Whether each slot that the page shows at once is filled: the page was rendered with their waiting states. */
const hasSlots = ({ slices }: Composition, shows: Route['shows'] = []) =>
  shows
    .map(({ name }) => name)
    .filter(isShownAtOnce)
    .every((name) => Object.values(slices).some(({ slots }) => slots.some((slot) => slot.name === name)));

/** The page of the shell. */
function ownPage({ shell: { base } }: Composition, shell: DocumentShell, path: string) {
  const page = shell.prerendered?.[path];
  return page && { ...page, styles: page.styles.map((file) => assetOf(shell, base, file)), sliceStyles: [] };
}

/** The frame of the shell with the page of a slice, which has one release for all visitors. */
function slicePage(
  composition: Composition,
  shell: DocumentShell,
  { path, access }: Route,
  slices: readonly SliceRelease[],
) {
  const [id = '', other] = indexOf(composition).needed([path], []);
  const slice = composition.slices[id];
  const release = slices.find((one) => one.id === id && one.version === slice?.version);
  const page = release?.prerendered?.[path];
  // A shell without a frame for signed-in users would show their page to visitors.
  const frame = access === 'public' ? shell.prerenderedFrame : shell.prerenderedUserFrame;
  if (!frame || !page || !slice || slice.canary || other !== undefined) return undefined;
  // Markup of a slice that may run in its frame only.
  if (release.isolation) return undefined;
  const { prerenderedFrame: ofVisitors, prerenderedUserFrame: ofUsers } = shell;
  const forUsers = access === 'public' && page.forUsers === true && ofUsers !== undefined;
  const frames = `<div data-for="visitors">${ofVisitors?.html ?? ''}</div><div data-for="users" hidden>${ofUsers?.html ?? ''}</div>`;
  return {
    ...page,
    forUsers,
    html: (forUsers ? frames : frame.html) + page.html,
    styles: frame.styles.map((file) => assetOf(shell, composition.shell.base, file)),
    sliceStyles: page.styles.map((file) => assetOf(release, slice.base, file)),
  };
}

/**
 * The prerendered page of a route. Undefined if the document cannot know what the app will show: with a canary of the
 * shell or of the slice, with several languages, and without an address, which the page contains.
 */
export function prerenderedPage(
  composition: Composition,
  shell: DocumentShell,
  route: (Route & { from?: string }) | undefined,
  slices: readonly SliceRelease[],
): PrerenderedPage | undefined {
  const { languages, address, site, backend } = composition;
  const isKnown = !composition.shell.canary && !languages && hasSlots(composition, route?.shows);
  if (!route || route.from !== undefined || !isKnown || address === undefined) return undefined;
  const page = ownPage(composition, shell, route.path) ?? slicePage(composition, shell, route, slices);
  if (!page) return undefined;
  const values: Record<keyof typeof prerenderTokens, string> = {
    ...{ name: site.name, owner: site.owner, callUrl: site.callUrl, origin: address },
    year: '', // the document does not know when it is read
  };
  const tokens = Object.entries(prerenderTokens) as [keyof typeof prerenderTokens, string][];
  const part = new RegExp(`${github.accepted}([^]*?)${github.missing}([^]*?)${github.end}`, 'g');
  return {
    ...page,
    ...{ path: route.path, access: route.access },
    html: tokens.reduce(
      (html, [name, token]) => html.replaceAll(token, () => escapeText(values[name])),
      page.html.replace(part, backend.providers?.includes('github') ? '$1' : '$2'),
    ),
  };
}

/** Attributes of the document, which the script before the first paint and the app read. */
export const prerenderedAttributes = ({
  path,
  access,
  variesBy,
  isLoading,
  forUsers,
}: PrerenderedPage): string =>
  [
    ` data-prerendered="${path}"`,
    access === 'public' ? '' : ` data-access="${access}"`,
    variesBy ? ` data-varies="${variesBy.join(' ')}"` : '',
    isLoading ? ' data-loading' : '',
    forUsers ? ' data-for-users' : '',
  ].join('');
