/**
 * Places toasts, and again when the window is resized, the content of the open dialog changes, or the focus moves, such as
 * to a field that has appeared later. Returns the function that stops it.
 */
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
  const uncover = () => {
    placeToasts(region, height, modal, true);
  };
  const handleFocus = ({ target }: FocusEvent) => {
    if (!region.contains(target as Node)) uncover();
  };
  const changes = new MutationObserver(uncover);
  // The panel of the dialog: the toasts are beside it.
  if (modal?.firstElementChild) changes.observe(modal.firstElementChild, { childList: true, subtree: true });
  window.addEventListener('resize', place);
  document.addEventListener('focusin', handleFocus);
  return () => {
    changes.disconnect();
    window.removeEventListener('resize', place);
    document.removeEventListener('focusin', handleFocus);
  };
}
