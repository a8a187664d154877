/**
 * Renders pages without a browser, for the documents of their routes (decision 071). Their composition has no slices:
 * each slot shows its loading state. Values of the environment are `prerenderTokens`, which a deploy replaces.
 */
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  AppError,
  type FirstRequest,
  prerenderTokens,
  type ShellManifest,
  type ShellRelease,
  type SliceManifest,
} from '@slipway/contracts';
import { renderStatic } from '@slipway/design-system/prerender';
import { knownRoutesOf } from '../boot/createHost';
import { type Host, HostContext } from '../boot/hostContext';
import { settingsProvider } from '../flags/flagProvider';
import { recordRequests, type SendRequests } from './recordRequests';
import { noFallback } from '../releases/releaseFallback';

const { name, owner, callUrl } = prerenderTokens;

const composition: Host['composition'] = {
  schema: 1,
  environment: 'none',
  revision: 0,
  createdAt: new Date(0).toISOString(),
  site: { name, owner, callUrl },
  shell: { version: '', base: '' },
  slices: {},
  backend: { url: '/', key: '' },
  allowOverrides: false,
  deterrent: false,
};

const noPage = () => Promise.reject(new AppError('not_found', 'A prerendered page loads nothing'));

type Manifest = Pick<ShellManifest, 'routes'> & Partial<Pick<SliceManifest, 'slots'>> & { id: string };

const keysOf = ({ routes, slots = [] }: Manifest): string[] => [
  ...routes.map(({ path }) => path),
  ...slots.map(({ name }) => name),
];

const host = (manifest: Manifest): Host => ({
  ...knownRoutesOf(manifest, composition, false),
  composition,
  // Not complete: a slot without a filler shows its loading state.
  rest: { isComplete: () => false, hasFailed: () => false, load: noPage, subscribe: () => () => undefined },
  page: noPage,
  slot: noPage,
  data: () => Promise.resolve(),
  loader: { part: noPage, startData: () => Promise.resolve() },
  updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
  fallback: noFallback,
  flags: settingsProvider(composition),
  hasTools: false,
});

/** @throws an error that names the page, with the error of its components as the cause */
function renderPage(manifest: Manifest, path: string, page: ReactNode): { html: string; css: string } {
  try {
    return renderStatic(
      <HostContext value={host(manifest)}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
        </QueryClientProvider>
      </HostContext>,
    );
  } catch (cause) {
    throw new Error(`The page ${path} cannot be prerendered`, { cause });
  }
}

type PageFields = Omit<NonNullable<ShellRelease['prerendered']>[string], 'html' | 'styles'>;

/** Options of a page, or of a slot, which has only requests. */
export interface PageOptions extends PageFields {
  /** Sends the page's first requests, which documents send before the app has started (decisions 102, 109). */
  requests?: SendRequests;
}

/** Separates two frames that are rendered together. */
const BETWEEN = '{user-frame}';

/** The frame around pages of slices: for visitors, and for signed-in users. Both share their styles. */
interface Frames {
  visitor: ReactNode;
  user: ReactNode;
}

function renderFrames(manifest: Manifest, { visitor, user }: Frames) {
  const both = (
    <>
      {visitor}
      {BETWEEN}
      {user}
    </>
  );
  const { html, css } = renderPage(manifest, '/', both);
  const [ofVisitors, userHtml] = html.split(BETWEEN);
  return { html: ofVisitors, userHtml, css };
}

/**
 * Prints, for the build to read: the markup and styles of each page, by route path; and first requests, by route path
 * or slot name, also of pages that are not prerendered. The shell has `frames`.
 */
export async function printPages(
  manifest: Manifest,
  pages: Readonly<Record<string, ReactNode>>,
  options: Readonly<Record<string, PageOptions>> = {},
  frames?: Frames,
): Promise<void> {
  const rendered: Record<string, unknown> = frames ? { frame: renderFrames(manifest, frames) } : {};
  const optionsOf = ({ requests: _, ...fields }: PageOptions = {}): PageFields => fields;
  for (const [path, page] of Object.entries(pages))
    rendered[path] = { ...renderPage(manifest, path, page), options: optionsOf(options[path]) };
  const requests: Record<string, FirstRequest[]> = {};
  for (const [key, { requests: send }] of Object.entries(options)) {
    if (!keysOf(manifest).includes(key))
      throw new AppError('invalid_input', `${key} is neither a route nor a slot of ${manifest.id}`);
    if (send) requests[key] = await recordRequests(send);
  }
  process.stdout.write(JSON.stringify({ pages: rendered, requests }));
}
