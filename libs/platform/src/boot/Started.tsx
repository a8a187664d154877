/** Tell the shell when the app is rendered for the first time. They render nothing. */
import { useInsertionEffect, useLayoutEffect } from 'react';

/** Before all layout effects of the page, which may measure it: its styles have to apply. */
export function Styled({ onStyles }: { onStyles: () => void }) {
  useInsertionEffect(onStyles, [onStyles]);
  return null;
}

/** Below the page, so after its layout effects: the app is on screen with the next frame. */
export function Started({ onStart }: { onStart: () => void }) {
  useLayoutEffect(onStart, [onStart]);
  return null;
}
