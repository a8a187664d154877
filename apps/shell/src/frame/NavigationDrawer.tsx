/**
 * The navigation on narrow screens: the fixed links or the sign-in links, the slices' `nav` entries, the profile, and for
 * visitors the languages.
 */
import { Button, Link, Stack } from '@slipway/design-system';
import { Drawer } from '@slipway/design-system/overlays';
import { useLocation, useSignOut } from '@slipway/platform';
import { LanguageChoice } from '@slipway/platform/languages';
import { useSession } from '@slipway/session';
import { t } from '../messages';
import { useNavigation, useProfileLink } from './useNavigation';

const authLinks = [
  { path: '/login', label: t('signIn') },
  { path: '/signup', label: t('getStarted') },
];

interface NavigationDrawerProps {
  open: boolean;
  onClose: () => void;
}

export function NavigationDrawer({ open, onClose }: NavigationDrawerProps) {
  const isSignedIn = useSession().status === 'signed-in';
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const { fixed, added } = useNavigation();
  const profile = useProfileLink();
  const links = [...(isSignedIn ? fixed : authLinks), ...added, ...(isSignedIn ? [profile] : [])];

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
                signOut();
              }}
            >
              {t('signOut')}
            </Button>
          </Stack>
        ) : undefined
      }
    >
      <Stack as="nav" gap="xs" aria-label={t('mainNavigation')}>
        {links.map(({ path, label }) => (
          <Link
            key={path}
            variant="row"
            href={path}
            aria-current={path === pathname ? 'page' : undefined}
            onClick={onClose}
          >
            {label}
          </Link>
        ))}
      </Stack>
      {process.env.SLIPWAY_LANGUAGES === 'translated' && !isSignedIn && (
        <Stack gap="sm">
          <LanguageChoice />
        </Stack>
      )}
    </Drawer>
  );
}
