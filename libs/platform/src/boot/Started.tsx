/** Report the first render of the app to the shell. They render nothing. */
import { useInsertionEffect, useLayoutEffect } from 'react';

/** Runs before all layout effects of the page, which may measure it and need its styles. */
export function Styled({ onStyles }: { onStyles: () => void }) {
  useInsertionEffect(onStyles, [onStyles]);
  return null;
}

/** Place it below the page, so that it runs after the page's layout effects: the next frame shows the app. */
export function Started({ onStart }: { onStart: () => void }) {
  useLayoutEffect(onStart, [onStart]);
  return null;
}
