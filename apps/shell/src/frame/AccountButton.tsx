/** Opens the account menu, at the end of the header. The menu's code is loaded on first use. */
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Avatar, IconButton } from '@slipway/design-system';
import type { SignedInUser } from '@slipway/session';
import { profileQueries } from '../data/profile';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('../features/account/AccountMenu')).AccountMenu });

export function AccountButton({ user }: { user: SignedInUser }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  // No request for the first page: the menu reads the profile.
  const profile = useQuery({ ...profileQueries.own(user.id), enabled: isOpen }).data;
  const { Part: AccountMenu, fetchPart, prefetch } = useLazyPart(load);
  return (
    <>
      <IconButton
        ref={setAnchor}
        size="sm"
        label={t('accountMenu')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => {
          if (isOpen) setOpen(false);
          else void fetchPart().then(setOpen);
        }}
      >
        <Avatar name={profile?.name || user.email} color={profile?.color} size={26} />
      </IconButton>
      {isOpen && anchor && AccountMenu && (
        <AccountMenu
          id={id}
          user={user}
          anchor={anchor}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
