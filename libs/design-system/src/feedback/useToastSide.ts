/** Measures where the toasts would be at each side, before they are painted, and chooses one. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { type ToastSide, toastSideFor } from './toastSide';

/** Pixels between toasts, and below the head of a dialog. */
export const GAP = 8;

export const isFromBottom = (side: ToastSide) => side.startsWith('bottom');

interface ShownToasts {
  /** Their ids. */
  onScreen: string;
  /** Pixels of all of them. */
  height: number;
  modal: HTMLElement | undefined;
}

export function useToastSide(
  place: RefObject<HTMLElement | null>,
  { onScreen, height, modal }: ShownToasts,
): ToastSide {
  const [side, setSide] = useState<ToastSide>('bottom');
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || onScreen === '') return;
    // Those outside of the topmost dialog are inert.
    const heads = [...(modal ?? document).querySelectorAll('[data-overlay-head]')];
    const ends = heads.map((head) => head.getBoundingClientRect().bottom);
    element.style.setProperty('--below', `${String(Math.max(0, ...ends) + GAP)}px`);
    const rectAt = (at: ToastSide) => {
      element.dataset.side = at;
      const { x, y, width } = element.getBoundingClientRect();
      return new DOMRect(x, isFromBottom(at) ? y - height : y, width, height);
    };
    const wanted = toastSideFor(rectAt, heads, document.activeElement ?? element, modal);
    element.dataset.side = wanted;
    setSide(wanted);
  }, [place, onScreen, height, modal]);
  return side;
}
