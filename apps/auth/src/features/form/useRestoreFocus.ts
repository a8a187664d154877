import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to the control that lost it by being disabled, once the form is idle again, or moves it to the field that was
 * rejected: a screen reader reads its error there. Call the returned
 * function before the form becomes busy: after that, the browser no longer knows which control had the focus. Called
 * with a control, it moves the focus there instead, as soon as the form is idle.
 */
export function useRestoreFocus(isBusy: boolean): (control?: HTMLElement | null) => void {
  const lost = useRef<Element>(null);
  const wanted = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isBusy) return;
    if (wanted.current) wanted.current.focus();
    else if (document.activeElement === document.body && lost.current instanceof HTMLElement) {
      const { form } = lost.current as HTMLInputElement | HTMLButtonElement;
      (form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? lost.current).focus();
    }
    lost.current = null;
    wanted.current = null;
  }, [isBusy]);
  return (control) => {
    if (control) wanted.current = control;
    else lost.current = document.activeElement;
  };
}
