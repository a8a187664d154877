/**
 * Renders public pages in advance, as a visitor sees them before any data has arrived, and the frame before pages of slices.
 * The build runs it in Node and puts them into the release; documents show them until the app has started (decision 071).
 */
import { Brand, SkipLink, TopBar } from '@slipway/design-system';
import { useSite } from '@slipway/platform';
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../shell.manifest';
import { AccountButton } from './frame/AccountButton';
import { CommandMenuButton } from './frame/CommandMenuButton';
import { MenuButton } from './frame/MenuButton';
import { NotificationsButton } from './frame/NotificationsButton';
import { SiteHeader } from './frame/SiteHeader';
import { ThemeSwitch } from './frame/ThemeSwitch';
import LandingPage from './routes/LandingPage';

const frame = (
  <>
    <SkipLink />
    <SiteHeader />
  </>
);

const anyUser = { id: '', email: '', emailConfirmedAt: null, hasPassword: false };

/** The header of every signed-in user, without the links, which depend on the composition: they move nothing when they come. */
const UserHeader = () => (
  <TopBar
    brand={<Brand>{useSite().name}</Brand>}
    tools={
      <>
        <CommandMenuButton />
        <ThemeSwitch />
      </>
    }
    menu={<MenuButton />}
    end={
      <>
        <NotificationsButton userId={anyUser.id} />
        <AccountButton user={anyUser} />
      </>
    }
  />
);

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
  {},
  {
    visitor: frame,
    user: (
      <>
        <SkipLink />
        <UserHeader />
      </>
    ),
  },
);
