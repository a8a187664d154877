import { useLayoutEffect, useRef } from 'react';

/** Holds the focus while all controls of the form are disabled. */
function focusPlace(control: Element): Element | null {
  const place = (control as HTMLInputElement | HTMLButtonElement).form ?? control.closest('main');
  if (place) {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
  return place;
}

/**
 * When the form is idle again, returns the focus to the control that lost it by being disabled, or moves it to the
 * rejected field, whose error a screen reader then reads. Until then, the form has the focus. Call the returned
 * function before the form becomes busy: after that, the browser no longer knows which control had the focus. Called
 * with a control, it moves the focus there as soon as the form is idle.
 */
export function useRestoreFocus(isBusy: boolean): (control?: HTMLElement | null) => void {
  const lost = useRef<Element>(null);
  const wanted = useRef<HTMLElement>(null);
  const place = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      if (lost.current?.matches(':disabled')) place.current = focusPlace(lost.current);
      return;
    }
    const { activeElement } = document;
    if (wanted.current) wanted.current.focus();
    else if ([document.body, place.current].includes(activeElement) && lost.current instanceof HTMLElement) {
      const { form } = lost.current as HTMLInputElement | HTMLButtonElement;
      (form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? lost.current).focus();
    }
    lost.current = null;
    wanted.current = null;
    place.current = null;
  }, [isBusy]);
  return (control) => {
    if (control) wanted.current = control;
    else lost.current = document.activeElement;
  };
}
