/**
 * Places toasts, and again when the window is resized, the content of the open dialog changes, or the focus moves, such as
 * to a field that has appeared later. Returns the function that stops it.
 */
import { placeToasts } from './toastSide';

/** Overlays, which load later, dispatch it on the document. */
const CONTENT_EVENT = 'overlaychange';

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
  const uncover = ({ target }: Event) => {
    if (!region.contains(target as Node)) placeToasts(region, height, modal, true);
  };
  window.addEventListener('resize', place);
  document.addEventListener('focusin', uncover);
  document.addEventListener(CONTENT_EVENT, uncover);
  return () => {
    window.removeEventListener('resize', place);
    document.removeEventListener('focusin', uncover);
    document.removeEventListener(CONTENT_EVENT, uncover);
  };
}
