/** Where toasts go: at the bottom, unless that covers the control that the user is at, or the buttons of its form. */

export type ToastSide = 'bottom' | 'top';

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isEmpty = ({ width, height }: DOMRect) => width === 0 || height === 0;

/** `region` is where the toasts would be at the bottom. */
export function toastSideFor(region: DOMRect, focused: Element | null): ToastSide {
  if (isEmpty(region) || focused === null || focused === document.body) return 'bottom';
  // A dialog's buttons may stand outside of its form.
  const group = focused.closest('dialog') ?? focused.closest('form, article');
  const controls = [focused, ...(group?.querySelectorAll('button') ?? [])];
  const isCovered = controls
    // The toasts themselves may be in the dialog.
    .filter((control) => control.closest('[data-toasts]') === null)
    .map((control) => control.getBoundingClientRect())
    .some((rect) => !isEmpty(rect) && overlaps(region, rect));
  return isCovered ? 'top' : 'bottom';
}
