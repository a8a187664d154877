/**
 * The page that a document shows until the app has started: a page that the build of the shell rendered in advance, with the
 * values of the environment. It is a part of the release's description, so its signature covers it (decision 071).
 */
import { type Composition, isShownAtOnce, prerenderTokens, type Route } from '@slipway/contracts';
import { escapeText } from './documentHead';
import type { DocumentShell } from './shellElements';

export interface PrerenderedPage {
  html: string;
  /** Files of the shell's release. */
  styles: readonly string[];
}

/** Whether each slot that the page shows at once is filled: the page was rendered with their waiting states. */
const hasSlots = ({ slices }: Composition, shows: Route['shows'] = []) =>
  shows
    .map(({ name }) => name)
    .filter(isShownAtOnce)
    .every((name) => Object.values(slices).some(({ slots }) => slots.some((slot) => slot.name === name)));

/**
 * The page of a route, or undefined where the document cannot know what the app will show: with a canary of the shell, in
 * several languages, and without an address, which the page contains.
 */
export function prerenderedPage(
  composition: Composition,
  { prerendered }: Pick<DocumentShell, 'prerendered'>,
  route: (Route & { from?: string }) | undefined,
): PrerenderedPage | undefined {
  const { shell, languages, address, site } = composition;
  const page = route?.from === undefined ? prerendered?.[route?.path ?? ''] : undefined;
  const isKnown = !shell.canary && !languages && hasSlots(composition, route?.shows);
  if (!page || !isKnown || address === undefined) return undefined;
  const values: Record<keyof typeof prerenderTokens, string> = {
    ...{ name: site.name, owner: site.owner, callUrl: site.callUrl, origin: address },
    year: '', // the document does not know when it is read
  };
  const tokens = Object.entries(prerenderTokens) as [keyof typeof prerenderTokens, string][];
  return {
    styles: page.styles,
    html: tokens.reduce(
      (html, [name, token]) => html.replaceAll(token, () => escapeText(values[name])),
      page.html,
    ),
  };
}
