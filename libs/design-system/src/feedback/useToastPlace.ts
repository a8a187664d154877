/** Positions the visible toasts, and keeps their position while others appear and disappear. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Toast } from 'react-hot-toast/headless';
import { keepToastsPlaced } from './keepToastsPlaced';
import { GAP } from './toastSide';

/** Returns the ref of their region. */
export function useToastPlace(
  shown: readonly Pick<Toast, 'id' | 'height'>[],
  modal: Element | undefined,
): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  /** The toasts that have a position, and the dialog that was open then. */
  const placed = useRef<{ ids: readonly string[]; modal?: Element | undefined }>({ ids: [] });
  const onScreen = shown.map(({ id }) => id).join();
  const height = shown.reduce((sum, toast) => sum + (toast.height ?? 0) + GAP, 0);
  const isMeasured = shown.every((toast) => toast.height !== undefined);

  useLayoutEffect(() => {
    const ids = onScreen.split(',').filter(Boolean);
    const { current: before } = placed;
    const isKept = before.modal === modal && ids.some((id) => before.ids.includes(id));
    if (isMeasured) placed.current = { ids, modal };
    return region.current && ids.length > 0
      ? keepToastsPlaced(region.current, height, modal, isKept)
      : undefined;
  }, [onScreen, height, modal, isMeasured]);

  return region;
}
