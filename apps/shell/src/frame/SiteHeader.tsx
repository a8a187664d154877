/** The bar over every page: where one can go, signed out and signed in. */
import { Brand, Button, Link, LinkButton, TopBar } from '@slipway/design-system';
import { useHasRoute, useLocation, useSite } from '@slipway/platform';
import { signOut, useSession } from '@slipway/session';
import { t } from '../messages';
import { CommandMenuButton } from './CommandMenuButton';
import { MenuButton } from './MenuButton';
import { headerRow, type HeaderItem, placeNames } from './navigation';
import { ThemeSwitch } from './ThemeSwitch';

export function SiteHeader() {
  const session = useSession();
  const { name } = useSite();
  return (
    <TopBar
      brand={<Brand>{name}</Brand>}
      tools={
        <>
          <CommandMenuButton />
          <ThemeSwitch />
        </>
      }
      menu={<MenuButton />}
    >
      {session.status === 'signed-in' && <Places />}
      {session.status === 'signed-out' && <Doors />}
    </TopBar>
  );
}

function Places() {
  const { pathname } = useLocation();
  const hasRoute = useHasRoute();
  const { main, extra } = headerRow(pathname);
  const isThere = (item: HeaderItem) => item === 'sign-out' || hasRoute(item);
  const show = (item: HeaderItem) =>
    item === 'sign-out' ? (
      <Button key={item} variant="quiet" size="sm" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    ) : (
      <Link key={item} variant="nav" href={item} aria-current={item === pathname ? 'page' : undefined}>
        {placeNames[item]}
      </Link>
    );
  const own = extra.filter(isThere);
  return (
    <>
      <nav aria-label={t('mainNavigation')}>{main.filter(isThere).map(show)}</nav>
      {own.length > 0 && <nav aria-label={t('pageNavigation')}>{own.map(show)}</nav>}
    </>
  );
}

function Doors() {
  return (
    <nav aria-label={t('mainNavigation')}>
      <LinkButton variant="quiet" size="sm" href="/login">
        {t('signIn')}
      </LinkButton>
      <LinkButton variant="primary" size="sm" href="/signup">
        {t('getStarted')}
      </LinkButton>
    </nav>
  );
}
