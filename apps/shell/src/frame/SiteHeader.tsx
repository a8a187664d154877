/** The header of every page: navigation links, the command menu, the theme switch, and sign-in or the account menu. */
import { Button, Link, LinkButton } from '@slipway/design-system';
import { useHasRoute, useLocation, useSignOut } from '@slipway/platform';
import { LanguageButton } from '@slipway/platform/languages';
import { useSession } from '@slipway/session';
import { t } from '../messages';
import { HeaderBar } from './HeaderBar';
import { fixedLabel, type HeaderItem, headerItems } from './navigation';

export function SiteHeader() {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  return (
    // Two headers, so that neither moves into the other at a sign-in, which may happen in another tab.
    <HeaderBar key={isSignedIn ? 'user' : 'visitor'} user={isSignedIn ? session.user : undefined}>
      {isSignedIn && <MainNavigation />}
      {session.status === 'signed-out' && <AuthLinks />}
    </HeaderBar>
  );
}

function MainNavigation() {
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const hasRoute = useHasRoute();
  const { main, extra } = headerItems(pathname);
  const isAvailable = (item: HeaderItem) => item === 'sign-out' || hasRoute(item);
  const renderItem = (item: HeaderItem) =>
    item === 'sign-out' ? (
      <Button key={item} variant="quiet" size="sm" onClick={signOut}>
        {t('signOut')}
      </Button>
    ) : (
      <Link key={item} variant="nav" href={item} aria-current={item === pathname ? 'page' : undefined}>
        {fixedLabel(item)}
      </Link>
    );
  const pageLinks = extra.filter(isAvailable);
  return (
    <>
      <nav aria-label={t('mainNavigation')}>{main.filter(isAvailable).map(renderItem)}</nav>
      {pageLinks.length > 0 && <nav aria-label={t('pageNavigation')}>{pageLinks.map(renderItem)}</nav>}
    </>
  );
}

function AuthLinks() {
  return (
    <>
      {process.env.SLIPWAY_LANGUAGES === 'translated' && <LanguageButton />}
      <nav aria-label={t('mainNavigation')}>
        <LinkButton variant="quiet" size="sm" href="/login">
          {t('signIn')}
        </LinkButton>
        <LinkButton variant="primary" size="sm" href="/signup">
          {t('getStarted')}
        </LinkButton>
      </nav>
    </>
  );
}
