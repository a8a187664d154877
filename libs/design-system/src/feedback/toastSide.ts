/**
 * Where toasts go: at the bottom, unless that covers the control that the user is at, or the buttons or fields of its
 * form, and the top covers less.
 */

export type ToastSide = 'bottom' | 'top';

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isEmpty = ({ width, height }: DOMRect) => width === 0 || height === 0;

/** A covered button, or the control at the focus, is worse than any number of covered fields. */
const WORST = 1_000;

/** `regions` are where the toasts would be at each side. */
export function toastSideFor(
  regions: Readonly<Record<ToastSide, DOMRect>>,
  focused: Element | null,
): ToastSide {
  if (isEmpty(regions.bottom) || focused === null || focused === document.body) return 'bottom';
  // A dialog's buttons may stand outside of its form.
  const group = focused.closest('dialog') ?? focused.closest('form, article');
  const controls = [
    ...new Set([focused, ...(group?.querySelectorAll('button, input, select, textarea') ?? [])]),
  ]
    // The toasts themselves may be in the dialog.
    .filter((control) => control.closest('[data-toasts]') === null)
    .map((control) => ({ control, rect: control.getBoundingClientRect() }))
    .filter(({ rect }) => !isEmpty(rect));
  const covered = (side: ToastSide) =>
    controls
      .filter(({ rect }) => overlaps(regions[side], rect))
      .reduce((sum, { control }) => sum + (control === focused || control.matches('button') ? WORST : 1), 0);
  return covered('top') < covered('bottom') ? 'top' : 'bottom';
}
