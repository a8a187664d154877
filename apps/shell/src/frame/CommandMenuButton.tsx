/** Ctrl K (⌘ K on a Mac) from anywhere, or this button: the command menu, which is fetched when it is first wanted. */
import { useEffect, useEffectEvent, useState } from 'react';
import { CommandButton } from '@slipway/design-system';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = () => import('../commands/CommandMenu');

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function CommandMenuButton() {
  const [isOpen, setOpen] = useState(false);
  const { Part: CommandMenu, fetchPart, fetchAhead } = useLazyPart(load);
  const open = () => {
    void fetchPart().then(setOpen);
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey);
    if (!isShortcut || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (isOpen) setOpen(false);
    // What another dialog asks is answered first.
    else if (!document.querySelector('dialog:modal')) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
    };
  }, []);

  return (
    <>
      <CommandButton
        label={t('commandMenu')}
        keys={isMac ? '⌘K' : 'Ctrl K'}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={open}
      />
      {isOpen && CommandMenu && (
        <CommandMenu
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
