import { createContext, type MouseEventHandler, use } from 'react';
import { useAfterFrame } from '../layout/afterFrame';

/** Whether buttons act after the frame that shows their press: those of a dialog close it, and the browser styles the whole page. */
export const PressFirst = createContext(false);

export function usePressFirst(onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  const isLater = use(PressFirst);
  const later = useAfterFrame<Parameters<MouseEventHandler<HTMLButtonElement>>>((event) => onClick?.(event));
  return isLater ? later : onClick;
}
