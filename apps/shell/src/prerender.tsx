/**
 * Renders public pages in advance, as a visitor sees them before any data has arrived. The build runs it in Node and puts the
 * pages into the release; documents show them until the app has started (decision 071).
 */
import { SkipLink } from '@slipway/design-system';
import { renderPage } from '@slipway/platform/prerender';
import { manifest } from '../shell.manifest';
import { SiteHeader } from './frame/SiteHeader';
import LandingPage from './routes/LandingPage';

const pages = { '/': LandingPage };

const rendered = Object.entries(pages).map(([path, Page]) => [
  path,
  renderPage(
    manifest,
    path,
    <>
      <SkipLink />
      <SiteHeader />
      <Page />
    </>,
  ),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(rendered)));
