/** The bar over every page: where one can go, signed out and signed in. */
import { Brand, Link, LinkButton, TopBar } from '@slipway/design-system';
import { useHasRoute, useLocation } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { ThemeSwitch } from './ThemeSwitch';

const places = [
  { path: '/dashboard', label: 'Dashboard' },
  { path: '/agents', label: 'My Agents' },
  { path: '/marketplace', label: 'Marketplace' },
] as const;

export function SiteHeader() {
  const session = useSession();
  return (
    <TopBar brand={<Brand>Slipway</Brand>}>
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
    <nav aria-label="Main">
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
    <nav aria-label="Main">
      <LinkButton variant="quiet" size="sm" href="/login">
        Sign In
      </LinkButton>
      <LinkButton variant="primary" size="sm" href="/signup">
        Get Started
      </LinkButton>
    </nav>
  );
}
