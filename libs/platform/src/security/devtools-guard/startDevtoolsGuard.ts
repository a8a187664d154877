/** Blocks the page's context menu and the developer shortcuts, unless the user has switched this off. */
import { isBlockedMenu, isBlockedShortcut, isMenuKey } from './blockedShortcuts';
import { devtoolsGuardPreference } from './preference';

/** Call it once for the page. Returns the function that stops it. */
export function startDevtoolsGuard(): () => void {
  // A menu that the keyboard opens belongs to the focused element; keyboard users have no other way to open it.
  let isOpenedByKey = false;

  const handleKey = (event: KeyboardEvent) => {
    isOpenedByKey = isMenuKey(event);
    if (isBlockedShortcut(event) && devtoolsGuardPreference.get()) event.preventDefault();
  };
  const handlePointer = () => {
    isOpenedByKey = false;
  };
  const handleMenu = (event: MouseEvent) => {
    const isByKey = isOpenedByKey;
    isOpenedByKey = false;
    if (isByKey || !isBlockedMenu(event.target, getSelection())) return;
    if (devtoolsGuardPreference.get()) event.preventDefault();
  };

  window.addEventListener('keydown', handleKey);
  window.addEventListener('pointerdown', handlePointer, { passive: true });
  window.addEventListener('contextmenu', handleMenu);
  return () => {
    window.removeEventListener('keydown', handleKey);
    window.removeEventListener('pointerdown', handlePointer);
    window.removeEventListener('contextmenu', handleMenu);
  };
}
