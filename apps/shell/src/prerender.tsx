/**
 * Renders public pages in advance, as a visitor sees them before any data has arrived, and the frame before pages of slices.
 * The build runs it in Node and puts them into the release; documents show them until the app has started (decision 071).
 */
import { SkipLink } from '@slipway/design-system';
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../shell.manifest';
import { startQueries } from './data/dashboard';
import { HeaderBar } from './frame/HeaderBar';
import { SiteHeader } from './frame/SiteHeader';
import LandingPage from './routes/LandingPage';

const frame = (
  <>
    <SkipLink />
    <SiteHeader />
  </>
);

/** The header of a user has no links in advance: they depend on the composition, and move nothing when they come. */
const anyUser = { id: '', email: '', emailConfirmedAt: null, hasPassword: false };

void printPages(
  manifest,
  {
    '/': (
      <>
        {frame}
        <LandingPage />
      </>
    ),
  },
  { '/dashboard': { requests: startQueries } },
  {
    visitor: frame,
    user: (
      <>
        <SkipLink />
        <HeaderBar user={anyUser} />
      </>
    ),
  },
);
