/** The bar over every page: where one can go, signed out and signed in. */
import { Brand, Link, LinkButton, TopBar } from '@slipway/design-system';
import { useHasRoute, useLocation, useSite } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { t } from '../messages';
import { ThemeSwitch } from './ThemeSwitch';

const places = [
  { path: '/dashboard', label: t('dashboard') },
  { path: '/agents', label: t('myAgents') },
  { path: '/marketplace', label: t('marketplace') },
] as const;

export function SiteHeader() {
  const session = useSession();
  const { name } = useSite();
  return (
    <TopBar brand={<Brand>{name}</Brand>}>
      <ThemeSwitch />
      {session.status === 'signed-in' && <Places />}
      {session.status === 'signed-out' && <Doors />}
    </TopBar>
  );
}

function Places() {
  const { pathname } = useLocation();
  const hasRoute = useHasRoute();
  return (
    <nav aria-label={t('mainNavigation')}>
      {places
        .filter(({ path }) => hasRoute(path))
        .map(({ path, label }) => (
          <Link key={path} variant="nav" href={path} aria-current={path === pathname ? 'page' : undefined}>
            {label}
          </Link>
        ))}
    </nav>
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
