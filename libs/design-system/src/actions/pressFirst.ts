import { createContext, type MouseEventHandler, use } from 'react';
import type { OncePerFrame } from '../layout/afterFrame';

/**
 * Delays the actions of a dialog's buttons until the frame that shows the press: closing the dialog makes the browser
 * restyle the whole page. After the first press, Escape included, later ones are ignored. Undefined outside a dialog.
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
