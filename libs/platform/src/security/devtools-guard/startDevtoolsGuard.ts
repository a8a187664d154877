/** Holds back the page's context menu and the developer shortcuts, while the person has not switched it off. */
import { holdsBackKey, holdsBackMenu, opensMenu } from './blockedShortcuts';
import { isDeterred } from './preference';

/** Begins, once for the page. Returns the function that ends it. */
export function startDeterrent(): () => void {
  // A menu asked for by key is for the focused element; it is how many who use no mouse reach it.
  let isAskedByKey = false;

  const handleKey = (event: KeyboardEvent) => {
    isAskedByKey = opensMenu(event);
    if (holdsBackKey(event) && isDeterred()) event.preventDefault();
  };
  const handlePointer = () => {
    isAskedByKey = false;
  };
  const handleMenu = (event: MouseEvent) => {
    const isByKey = isAskedByKey;
    isAskedByKey = false;
    if (!isByKey && holdsBackMenu(event.target, getSelection()) && isDeterred()) event.preventDefault();
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
