/**
 * Renders pages without a browser, for the documents of their routes (decision 071). They get a composition without
 * slices: each slot shows its waiting state. Values of the environment are `prerenderTokens`, which a deploy replaces.
 */
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppError, prerenderTokens, type ShellManifest, type ShellRelease } from '@slipway/contracts';
import { renderStatic } from '@slipway/design-system/prerender';
import { placesOf } from '../boot/createHost';
import { type Host, HostContext } from '../boot/hostContext';
import { settingsProvider } from '../flags/flagProvider';
import { recordRequests, type SendRequests } from './recordRequests';

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

const noPage = () =>
  Promise.reject(new AppError('not_found', 'A page that is rendered in advance loads nothing'));

/** Of the shell or of a slice. */
type Manifest = Pick<ShellManifest, 'routes'> & { id: string };

const host = (manifest: Manifest): Host => ({
  ...placesOf(manifest, composition, false),
  composition,
  // Not complete: a slot that nothing fills yet shows its waiting state.
  rest: { isComplete: () => false, hasFailed: () => false, load: noPage, subscribe: () => () => undefined },
  page: noPage,
  slot: noPage,
  loader: { part: noPage, startData: () => undefined },
  updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
  fallback: {
    guard: (_slice, part) => part,
    markWorking: () => undefined,
    afterCrash: () => Promise.resolve(false),
  },
  flags: settingsProvider(composition),
  hasTools: false,
});

const renderPage = (manifest: Manifest, path: string, page: ReactNode): { html: string; css: string } =>
  renderStatic(
    <HostContext value={host(manifest)}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
      </QueryClientProvider>
    </HostContext>,
  );

type PageFields = Omit<NonNullable<ShellRelease['prerendered']>[string], 'html' | 'styles'>;

export interface PageOptions extends Omit<PageFields, 'requests'> {
  /** Sends the requests of the page's first data: the document sends them before the app has started (decision 102). */
  requests?: SendRequests;
}

/** The fields of a page in the release besides its markup. */
async function fieldsOf({ requests, ...fields }: PageOptions): Promise<PageFields> {
  return requests ? { ...fields, requests: await recordRequests(requests) } : fields;
}

/** Between two frames that are rendered together. */
const BETWEEN = '{user-frame}';

/** What is before pages of slices: for visitors, and for signed-in users. They share their styles. */
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

/** Prints the markup of each page and its styles, which the build reads. By route path; the shell has `frames`. */
export async function printPages(
  manifest: Manifest,
  pages: Readonly<Record<string, ReactNode>>,
  options: Readonly<Record<string, PageOptions>> = {},
  frames?: Frames,
): Promise<void> {
  for (const { path, access } of manifest.routes)
    if (access !== 'public' && options[path]?.requests)
      throw new AppError(
        'invalid_input',
        `${path} is for signed-in users: a document sends requests of visitors only`,
      );
  const rendered: Record<string, unknown> = frames ? { frame: renderFrames(manifest, frames) } : {};
  for (const [path, page] of Object.entries(pages))
    rendered[path] = { ...renderPage(manifest, path, page), options: await fieldsOf(options[path] ?? {}) };
  process.stdout.write(JSON.stringify(rendered));
}
