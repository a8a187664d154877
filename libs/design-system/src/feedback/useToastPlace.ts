/** Places the toasts that are on screen, and keeps their place while others come and go. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Toast } from 'react-hot-toast/headless';
import { keepToastsPlaced } from './keepToastsPlaced';
import { stackOf } from './stackOf';
import { GAP } from './toastSide';

/** Returns the ref of their region. */
export function useToastPlace(
  shown: readonly Pick<Toast, 'id' | 'visible' | 'height'>[],
  modal: Element | undefined,
): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  /** The toasts that have their place, beside which dialog. */
  const placed = useRef<{ ids: readonly string[]; modal?: Element | undefined }>({ ids: [] });
  const onScreen = shown.map(({ id }) => id).join();
  const stacked = stackOf(shown).height;
  const listed = shown.reduce((sum, toast) => sum + (toast.height ?? 0) + GAP, 0);
  const isMeasured = shown.every((toast) => toast.height !== undefined);

  useLayoutEffect(() => {
    const ids = onScreen.split(',').filter(Boolean);
    const { current: before } = placed;
    const isKept = before.modal === modal && ids.some((id) => before.ids.includes(id));
    if (isMeasured) placed.current = { ids, modal };
    if (!region.current || ids.length === 0) return undefined;
    const isStack = getComputedStyle(region.current).getPropertyValue('--stacked') !== '';
    return keepToastsPlaced(region.current, isStack ? stacked : listed, modal, isKept);
  }, [onScreen, stacked, listed, modal, isMeasured]);

  return region;
}
