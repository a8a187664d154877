/** Opens the command menu on click or with Ctrl K (⌘ K on a Mac). The menu's code is loaded on first use. */
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { CommandButton } from '@slipway/design-system';
import { t } from '../messages';
import { isMac } from './isMac';
import { createTypedAhead } from './typedAhead';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('./menus')).CommandMenu });

export function CommandMenuButton() {
  const [isOpen, setOpen] = useState(false);
  const [typedAhead] = useState(createTypedAhead);
  const { Part: CommandMenu, fetchPart, prefetch } = useLazyPart(load);
  const open = () => {
    typedAhead.start();
    void fetchPart().then((hasLoaded) => {
      if (hasLoaded && typedAhead.isOn()) setOpen(true);
      else typedAhead.take();
    });
  };

  const close = () => {
    // Discard the text if the menu has not read it yet.
    typedAhead.take();
    setOpen(false);
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey);
    if (!isShortcut || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (isOpen) close();
    // An open modal dialog keeps the focus until it is closed.
    else if (!document.querySelector('dialog:modal')) open();
  });
  // A layout effect: the user may press the keys as soon as the header is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
      typedAhead.take();
    };
  }, [typedAhead]);

  const button = (keys: string) => (
    <CommandButton
      label={t('commandMenu')}
      keys={keys}
      aria-haspopup="dialog"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={open}
    />
  );
  // A prerendered page does not know the keyboard: its styles show one of the two.
  if (process.env.SLIPWAY_PRERENDER === 'yes')
    return (
      <>
        <span data-keys="mac">{button('⌘K')}</span>
        <span data-keys="other">{button('Ctrl K')}</span>
      </>
    );
  return (
    <>
      {button(isMac ? '⌘K' : 'Ctrl K')}
      {isOpen && CommandMenu && <CommandMenu typed={typedAhead.take} onClose={close} />}
    </>
  );
}
