/** On a narrow screen: opens the drawer of places, which is fetched when it is first wanted. */
import { useState } from 'react';
import { Icon, IconButton } from '@slipway/design-system';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = () => import('./NavigationDrawer');

export function MenuButton() {
  const [isOpen, setOpen] = useState(false);
  const { Part: NavigationDrawer, fetchPart, fetchAhead } = useLazyPart(load);
  return (
    <>
      <IconButton
        size="sm"
        label={t('openNavigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
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
