/** The account menu: who is signed in, the user's own pages, the theme, and signing out. */
import { useQuery } from '@tanstack/react-query';
import {
  Avatar,
  Chip,
  ChipGroup,
  Divider,
  Icon,
  type IconProps,
  Link,
  Stack,
  Text,
  type Theme,
  setTheme,
  useTheme,
} from '@slipway/design-system';
import { Popover, RowButton } from '@slipway/design-system/overlays';
import { pictureUrl } from '@slipway/data';
import { useLocation, useSignOut } from '@slipway/platform';
import { LanguageChoice } from '@slipway/platform/languages';
import type { SignedInUser } from '@slipway/session';
import { profileQueries } from '../../data/profile';
import { showShortcuts } from '../../frame/shortcutKeys';
import { useNavigation, useProfileLink } from '../../frame/useNavigation';
import { t } from '../../messages';

interface AccountMenuProps {
  id: string;
  user: SignedInUser;
  /** The button that opened it. */
  anchor: HTMLElement;
  onClose: () => void;
}

const themes: readonly (readonly [Theme, 'light' | 'dark' | 'system'])[] = [
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
];

const icons: ReadonlyMap<string, IconProps['name']> = new Map([
  ['/agents', 'agent'],
  ['/deployments', 'deploy'],
  ['/billing', 'billing'],
]);

export function AccountMenu({ id, user, anchor, onClose }: AccountMenuProps) {
  const { own } = useNavigation();
  const links = [useProfileLink(), ...own];
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const theme = useTheme();
  const profile = useQuery(profileQueries.own(user.id)).data;
  const name = profile?.draft.name === '' ? undefined : profile?.draft.name;
  return (
    <Popover id={id} label={t('accountMenu')} anchor={anchor} onClose={onClose}>
      <Stack gap="sm">
        <Stack direction="row" gap="md" inset>
          <Avatar
            name={name ?? user.email}
            color={profile?.draft.color}
            src={pictureUrl(profile?.picture)}
            size={40}
          />
          <Stack gap="xxs">
            {name !== undefined && (
              <Text size="sm" weight="medium">
                <bdi>{name}</bdi>
              </Text>
            )}
            <Text size="sm" tone="muted">
              {user.email}
            </Text>
          </Stack>
        </Stack>
        <Divider />
        <Stack as="nav" gap="xxs" aria-label={t('accountMenu')}>
          {links.map(({ path, label }, at) => (
            <Link
              key={path}
              variant="row"
              href={path}
              aria-current={path === pathname ? 'page' : undefined}
              onClick={onClose}
            >
              <Icon name={at === 0 ? 'person' : (icons.get(path) ?? 'arrowRight')} />
              {label}
            </Link>
          ))}
        </Stack>
        <Divider />
        <Stack inset>
          <ChipGroup label={t('theme')}>
            {themes.map(([value, key]) => (
              <Chip
                key={value}
                pressed={theme === value}
                onClick={() => {
                  setTheme(value);
                }}
              >
                {t(`theme-${key}`)}
              </Chip>
            ))}
          </ChipGroup>
        </Stack>
        {process.env.SLIPWAY_LANGUAGES === 'translated' && <LanguageChoice />}
        <Divider />
        <Stack gap="xxs">
          <RowButton
            onClick={() => {
              onClose();
              showShortcuts();
            }}
          >
            <Icon name="keyboard" />
            {t('shortcuts')}
          </RowButton>
          <RowButton
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            <Icon name="signOut" />
            {t('signOut')}
          </RowButton>
        </Stack>
      </Stack>
    </Popover>
  );
}
