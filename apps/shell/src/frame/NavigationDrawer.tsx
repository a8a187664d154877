/** The places of the header, for a screen that has no room for them beside the brand. */
import { Button, Link, Stack } from '@slipway/design-system';
import { Drawer } from '@slipway/design-system/overlays';
import { useHasRoute, useLocation } from '@slipway/platform';
import { signOut, useSession } from '@slipway/session';
import { t } from '../messages';
import { placeNames, places } from './navigation';

const doors = [
  { path: '/login', name: t('signIn') },
  { path: '/signup', name: t('getStarted') },
];

interface NavigationDrawerProps {
  open: boolean;
  onClose: () => void;
}

export default function NavigationDrawer({ open, onClose }: NavigationDrawerProps) {
  const isSignedIn = useSession().status === 'signed-in';
  const { pathname } = useLocation();
  const hasRoute = useHasRoute();
  const offered = isSignedIn
    ? places.filter(hasRoute).map((path) => ({ path, name: placeNames[path] }))
    : doors;

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('navigation')}
      footer={
        isSignedIn ? (
          <Stack>
            <Button
              onClick={() => {
                onClose();
                void signOut();
              }}
            >
              {t('signOut')}
            </Button>
          </Stack>
        ) : undefined
      }
    >
      <Stack as="nav" gap="xs" aria-label={t('mainNavigation')}>
        {offered.map(({ path, name }) => (
          <Link
            key={path}
            variant="row"
            href={path}
            aria-current={path === pathname ? 'page' : undefined}
            onClick={onClose}
          >
            {name}
          </Link>
        ))}
      </Stack>
    </Drawer>
  );
}
