/** Places toasts now, and again when the window changes its size, until the returned function is called. */
import { placeToasts } from './toastSide';

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
  window.addEventListener('resize', place);
  return () => {
    window.removeEventListener('resize', place);
  };
}
