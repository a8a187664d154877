/** Opens the account menu, at the end of the header. The menu's code is loaded on first use. */
import { useId, useState } from 'react';
import { Icon, IconButton } from '@slipway/design-system';
import type { SignedInUser } from '@slipway/session';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('../features/account/AccountMenu')).AccountMenu });

export function AccountButton({ user }: { user: SignedInUser }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
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
        {/* Not the picture: the profile is read when the menu opens, and a picture that changes then is a flash. */}
        <Icon name="person" />
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
