/** Opens the navigation drawer on narrow screens. The drawer's code is loaded on first use. */
import { useState } from 'react';
import { Icon, IconButton } from '@slipway/design-system';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('./menus')).NavigationDrawer });

export function MenuButton() {
  const [isOpen, setOpen] = useState(false);
  const { Part: NavigationDrawer, fetchPart, prefetch } = useLazyPart(load);
  return (
    <>
      <IconButton
        size="sm"
        label={t('openNavigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => {
          void fetchPart().then(setOpen);
        }}
      >
        <Icon name="menu" size={18} />
      </IconButton>
      {NavigationDrawer && (
        <NavigationDrawer
          open={isOpen}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
