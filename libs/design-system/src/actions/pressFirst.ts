import { createContext, type MouseEventHandler, use } from 'react';
import type { OncePerFrame } from '../layout/afterFrame';

/**
 * Runs what the buttons of a dialog do, after the frame that shows their press: they close it, and the browser styles the whole
 * page. Once one of them, Escape or the close button is pressed, the others do nothing. Undefined elsewhere.
 */
export const PressFirst = createContext<OncePerFrame | undefined>(undefined);

export function usePressFirst(onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  const once = use(PressFirst);
  const later: MouseEventHandler<HTMLButtonElement> = (event) => {
    if (once?.isWaiting()) event.preventDefault(); // sends no form
    else if (onClick)
      once?.run(() => {
        onClick(event);
      });
  };
  return once ? later : onClick;
}
