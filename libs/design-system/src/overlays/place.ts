/** Positions a popover next to its anchor, inside the window, while either moves. */

const GAP = 6;
const MARGIN = 8;
/** Pixels beside a popover that is nearly as wide as the window: the page's margin on phones. */
const SIDE_MARGIN = 16;

export interface Placement {
  side: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
}

const alignedAt = {
  left: (anchor: DOMRect) => anchor.left,
  center: (anchor: DOMRect, width: number) => anchor.left + (anchor.width - width) / 2,
  right: (anchor: DOMRect, width: number) => anchor.right - width,
} as const;

function edgeOf(align: Placement['align'], anchor: Element): keyof typeof alignedAt {
  if (align === 'center') return align;
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl';
  return (align === 'start') === isRightToLeft ? 'right' : 'left';
}

/** Uses the opposite side if there is no space on the preferred one. */
function place(popover: HTMLElement, anchor: Element, { side, align }: Placement): void {
  const around = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const above = around.top - GAP - height;
  const below = around.bottom + GAP;
  const fitsAbove = above >= MARGIN;
  const fitsBelow = below + height <= window.innerHeight - MARGIN;
  const isAbove = side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const free = document.documentElement.clientWidth - width;
  const beside = Math.max(MARGIN, Math.min(SIDE_MARGIN, free / 2));
  const left = Math.max(beside, Math.min(alignedAt[edgeOf(align, anchor)](around, width), free - beside));
  popover.style.setProperty('--x', `${String(Math.round(left))}px`);
  popover.style.setProperty('--y', `${String(Math.round(isAbove ? above : below))}px`);
}

/** Keeps the position up to date until the returned function is called. */
export function keepPlaced(popover: HTMLElement, anchor: Element, placement: Placement): () => void {
  const handleMove = () => {
    place(popover, anchor, placement);
  };
  handleMove();
  window.addEventListener('scroll', handleMove, { capture: true, passive: true });
  window.addEventListener('resize', handleMove);
  return () => {
    window.removeEventListener('scroll', handleMove, { capture: true });
    window.removeEventListener('resize', handleMove);
  };
}
