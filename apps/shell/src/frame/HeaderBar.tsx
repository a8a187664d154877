/** The header without its links: the brand, the command menu, the theme switch, and the menus of a signed-in user. */
import type { ReactNode } from 'react';
import { Brand, TopBar } from '@slipway/design-system';
import { useSite } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import { AccountButton } from './AccountButton';
import { CommandMenuButton } from './CommandMenuButton';
import { MenuButton } from './MenuButton';
import { NotificationsButton } from './NotificationsButton';
import { ThemeSwitch } from './ThemeSwitch';

interface HeaderBarProps {
  user: SignedInUser | undefined;
  children?: ReactNode;
}

export function HeaderBar({ user, children }: HeaderBarProps) {
  return (
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
        user && (
          <>
            <NotificationsButton userId={user.id} isReady={user.dueFactor === undefined} />
            <AccountButton user={user} />
          </>
        )
      }
    >
      {children}
    </TopBar>
  );
}
