/**
 * Chooses the position of toasts: the bottom, unless they would cover the header of a dialog or panel, the focused
 * control, the buttons or fields of its form, a pinned notice, or a part of the dialog, and another position covers
 * less. On a page, the title counts too. Outside forms and dialogs, the position that covers the fewest headings, keys,
 * controls and cards.
 */

/**
 * In order of preference. `foot` is for phones, where toasts are as wide as the window: higher, above the buttons of a
 * dialog.
 */
const sides = ['bottom', 'top', 'bottom-start', 'top-start', 'foot'] as const;
export type ToastSide = (typeof sides)[number];

/** Pixels between toasts, and above the buttons of a dialog. */
export const GAP = 8;

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
export const overlaps = (a: Edges, b: Edges): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The cost of covering a rectangle; 0 if it covers nothing important. */
type Coverage = (place: Edges) => number;

const controls = 'a, button, input, select, textarea';

/** `heads` are the headers of the open dialogs, `modal` is the topmost dialog. */
export function coverageOf(heads: readonly Element[], focused: Element, modal?: Element): Coverage {
  const weights = new Map<Element, number>();
  const weigh = (elements: Iterable<Element>, weight: number) => {
    for (const each of elements) weights.set(each, weight);
  };
  // A dialog's buttons may be outside its form.
  const group = modal ?? focused.closest('form, article');
  if (group) {
    weigh(group.querySelectorAll(controls), 1);
    weigh(group.querySelectorAll('a, button'), 1e3);
  } else {
    weigh(document.querySelectorAll(`:is(main, [popover]) article`), 0.1);
    weigh(document.querySelectorAll(`:is(main, [popover]) :is(h2, h3, code, ${controls})`), 0.5);
  }
  if (!modal) {
    // Controls of cards count less than fields of the form.
    weigh(document.querySelectorAll('h1'), group ? 0.5 : 9);
    // A pinned notice says why requests fail, so keep it in view.
    weigh(document.querySelectorAll('[data-pinned-notice]'), 100);
  }
  weigh([focused], 1e3);
  // The parent of a header is the visible box of its dialog; the dialog element fills the window. The header has the
  // Close button, so covering it costs the most.
  for (const each of heads) weights.set(each, 1e6).set(each.parentElement ?? each, 0.5);
  const rects = [...weights]
    // The toasts themselves may be in the dialog.
    .filter(([each]) => !each.closest('[data-toasts]'))
    .map(([each, weight]) => ({ rect: each.getBoundingClientRect(), weight }));
  return (place) => rects.reduce((sum, { rect, weight }) => (overlaps(rect, place) ? sum + weight : sum), 0);
}

/**
 * The cost above which toasts on screen move: for the focused control, a notice or the header of a dialog, but not for
 * a heading or a field.
 */
const STAY = 50;

/**
 * `rectAt` returns the position of the toasts at a side. `present` is the side of toasts that are already on screen.
 */
export const toastSideFor = (
  rectAt: (side: ToastSide) => Edges,
  covered: Coverage,
  present?: ToastSide,
): ToastSide =>
  sides
    .map((side) => ({ side, sum: covered(rectAt(side)) - (side === present ? STAY : 0) }))
    .reduce((best, next) => (next.sum < best.sum ? next : best)).side;

/**
 * Measures the position of toasts of this height at each side of their region, and sets the best as `data-side`. With
 * `isKept`, toasts that are on screen stay in place while others appear or disappear.
 */
export function placeToasts(region: HTMLElement, height: number, modal?: Element, isKept = false): void {
  const present = isKept ? (region.dataset.side as ToastSide | undefined) : undefined;
  // Everything outside the topmost dialog is inert.
  const heads = [...(modal ?? document).querySelectorAll('[data-overlay-head]')];
  const feet = heads.flatMap((head) => head.parentElement?.querySelector(':scope > footer') ?? []);
  const covered = coverageOf(heads, document.activeElement ?? region, modal);
  const rectAt = (side: ToastSide) => {
    region.dataset.side = side;
    const { left, right, top } = region.getBoundingClientRect();
    return side.startsWith('t')
      ? { left, right, top, bottom: top + height }
      : { left, right, top: top - height, bottom: top };
  };
  const { left, right } = rectAt('bottom');
  const coveredAbove = (bottom: number) => covered({ left, right, top: bottom - height, bottom });
  let end = Math.min(innerHeight, ...feet.map((foot) => foot.getBoundingClientRect().top)) - GAP;
  // A tall dialog may have other buttons above those at its bottom. On a phone no position is beside a card, so only
  // its lower half counts.
  const isPhone = left < 3 * GAP;
  const highest = modal ? height : isPhone ? innerHeight / 2 + height : innerHeight;
  for (let at = end; at > highest; at -= GAP) if (coveredAbove(at) < coveredAbove(end)) end = at;
  region.style.setProperty('--above', `${String(innerHeight - end)}px`);
  region.dataset.side = toastSideFor(rectAt, covered, present);
}
