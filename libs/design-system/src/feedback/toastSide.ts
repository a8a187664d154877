/**
 * Where toasts go: at the bottom, unless that covers the head of a dialog or panel, the control that the user is at, the
 * buttons or fields of its form, or a part of the dialog, and another place covers less.
 */

/** In order of preference. `foot` is above the buttons of the dialog, for phones, which a panel covers. */
const sides = ['bottom', 'top', 'bottom-start', 'top-start', 'foot'] as const;
export type ToastSide = (typeof sides)[number];

/** Pixels between toasts, and above the buttons of a dialog. */
export const GAP = 8;

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** `rectAt` returns where the toasts would be at a side, `heads` are those of open dialogs, and `modal` is the topmost one. */
export function toastSideFor(
  rectAt: (side: ToastSide) => Edges,
  heads: readonly Element[],
  focused: Element,
  modal?: Element,
): ToastSide {
  // A dialog's buttons may stand outside of its form.
  const group = modal ?? focused.closest('form, article');
  const controls = group?.querySelectorAll('button, input, select, textarea') ?? [];
  // The parent of a head is the visible box of a dialog, which itself fills the window. The head has the way out, so
  // nothing is worse.
  const weights = new Map<Element, number>();
  for (const each of controls) weights.set(each, each.matches('button') ? 1e3 : 1);
  weights.set(focused, 1e3);
  for (const each of heads) weights.set(each, 1e6).set(each.parentElement ?? each, 0.5);
  const covered = (side: ToastSide) => {
    const { left, right, top, bottom } = rectAt(side);
    let sum = 0;
    for (const [element, weight] of weights) {
      const rect = element.getBoundingClientRect();
      const isCovered = rect.left < right && left < rect.right && rect.top < bottom && top < rect.bottom;
      // The toasts themselves may be in the dialog.
      if (isCovered && !element.closest('[data-toasts]')) sum += weight;
    }
    return sum;
  };
  return sides
    .map((side) => ({ side, sum: covered(side) }))
    .reduce((best, next) => (next.sum < best.sum ? next : best)).side;
}

/** Measures where toasts of this height would be at each side of their region, and sets one as `data-side`. */
export function placeToasts(region: HTMLElement, height: number, modal?: Element): void {
  // Those outside of the topmost dialog are inert.
  const heads = [...(modal ?? document).querySelectorAll('[data-overlay-head]')];
  const feet = heads.flatMap((head) => head.parentElement?.querySelector(':scope > footer') ?? []);
  const end = Math.min(innerHeight, ...feet.map((foot) => foot.getBoundingClientRect().top));
  region.style.setProperty('--above', `${String(innerHeight - end + GAP)}px`);
  const rectAt = (side: ToastSide) => {
    region.dataset.side = side;
    const { left, right, top } = region.getBoundingClientRect();
    return side.startsWith('t')
      ? { left, right, top, bottom: top + height }
      : { left, right, top: top - height, bottom: top };
  };
  region.dataset.side = toastSideFor(rectAt, heads, document.activeElement ?? region, modal);
}
