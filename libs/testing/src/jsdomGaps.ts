/** Fills the gaps of jsdom that the design system meets: dialogs, popovers and media queries. */
import { fireEvent } from '@testing-library/react';

function togglePopover(popover: HTMLElement, newState: 'open' | 'closed'): void {
  popover.dataset.popoverState = newState;
  fireEvent(popover, Object.assign(new Event('toggle'), { newState }));
}

/** Handles `popovertarget` buttons. */
function handleClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (popover) togglePopover(popover, popover.dataset.popoverState === 'open' ? 'closed' : 'open');
}

export function fillJsdomGaps(): void {
  // Opens and closes without a top layer.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  // Popovers open and close without a top layer, and fire `toggle`.
  HTMLElement.prototype.showPopover = function showPopover() {
    togglePopover(this, 'open');
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    togglePopover(this, 'closed');
  };
  document.addEventListener('click', handleClick);
  // No query matches.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}
