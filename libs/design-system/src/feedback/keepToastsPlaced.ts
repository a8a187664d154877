/**
 * Places toasts, and again when the window is resized or the focus moves to something that they cover, such as a field
 * that has appeared later. Returns the function that stops it.
 */
import { overlaps, placeToasts } from './toastSide';

export function keepToastsPlaced(
  region: HTMLElement,
  height: number,
  modal: Element | undefined,
  isKept: boolean,
): () => void {
  placeToasts(region, height, modal, isKept);
  const place = () => {
    placeToasts(region, height, modal);
  };
  const uncover = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || region.contains(target)) return;
    const rect = target.getBoundingClientRect();
    if ([...region.children].some((toast) => overlaps(toast.getBoundingClientRect(), rect)))
      placeToasts(region, height, modal, true);
  };
  window.addEventListener('resize', place);
  document.addEventListener('focusin', uncover);
  return () => {
    window.removeEventListener('resize', place);
    document.removeEventListener('focusin', uncover);
  };
}
