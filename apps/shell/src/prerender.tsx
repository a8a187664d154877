/**
 * Prerenders pages, as a visitor or any user sees them before any data has arrived, and the frame before pages of slices.
 * The build runs it in Node and puts them into the release; documents show them until the app has started (decisions 071, 106).
 */
import { Skeleton, SkipLink } from '@slipway/design-system';
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../shell.manifest';
import { startQueries } from './data/dashboard';
import { AuthStatusCard } from './features/dashboard/AuthStatusCard';
import { Dashboard } from './features/dashboard/Dashboard';
import { t } from './features/dashboard/messages';
import { HeaderBar } from './frame/HeaderBar';
import { SiteHeader } from './frame/SiteHeader';
import LandingPage from './routes/LandingPage';

const frame = (
  <>
    <SkipLink />
    <SiteHeader />
  </>
);

/** The header for users has no links yet: they depend on the composition. They move nothing when they are added. */
const anyUser = { id: '', email: '', emailConfirmedAt: null, hasPassword: false };
/** Where the second and the third begin depends on the address of the user. */
const waitingFacts = [
  [t('email'), <Skeleton key="email" width="11rem" />],
  [<Skeleton key="term" width="4rem" />, <Skeleton key="fact" width="5rem" />],
  [<Skeleton key="term" width="7rem" />, <Skeleton key="fact" width="2rem" />],
] as const;
const userFrame = (
  <>
    <SkipLink />
    <HeaderBar user={anyUser} />
  </>
);

void printPages(
  manifest,
  {
    '/': (
      <>
        <div data-for="visitors">{frame}</div>
        <div data-for="users" hidden>
          {userFrame}
        </div>
        <LandingPage />
      </>
    ),
    '/dashboard': (
      <>
        {userFrame}
        <Dashboard waiting status={<AuthStatusCard facts={waitingFacts} />} />
      </>
    ),
  },
  {
    '/': { forUsers: true },
    '/dashboard': { isLoading: true, requests: startQueries },
  },
  { visitor: frame, user: userFrame },
);
