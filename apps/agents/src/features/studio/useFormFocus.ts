/** Moves the focus between the form of the studio and the control that opened it, and scrolls to what takes the form's place. */
import { useEffect, useRef } from 'react';

interface FormState {
  /** Counts the forms; undefined while none is open. */
  opened: number | undefined;
  /** The agent of the next form is read. */
  isReading: boolean;
  /** The next steps, or the failure, are shown instead of the form of a new agent. */
  isAdding: boolean;
  /** The new agent is being created. */
  isCreating: boolean;
  /** Whether the form of an existing agent is hidden, because it is being saved or the save has failed. */
  isAway: boolean;
}

/** Returns the refs of the button and of the element around the form. Call `handleOpen` at the press that opens a form. */
export function useFormFocus({ opened, isReading, isAdding, isCreating, isAway }: FormState) {
  const opener = useRef<HTMLButtonElement>(null);
  const formPlace = useRef<HTMLDivElement>(null);
  /** The control that opened the form: the button, or one of an agent’s card or of a template. */
  const pressed = useRef<Element>(null);

  const wasOpen = useRef(false);
  const wasAway = useRef(false);
  useEffect(() => {
    const isClosed = wasOpen.current && opened === undefined;
    wasOpen.current = opened !== undefined;
    // Only move a lost focus: after a slow response, the user may be elsewhere.
    const isLost = () => document.activeElement?.matches('body, main') ?? true;
    // During the save, the focus was on the button that opens the form again after a failure.
    const hasWaited = wasAway.current && document.activeElement === opener.current;
    if (!isClosed || !(isLost() || hasWaited)) return;
    if (pressed.current instanceof HTMLElement) pressed.current.focus();
    // The card that opened the form may have been removed: use the button that replaces the form.
    if (isLost()) opener.current?.focus();
  }, [opened]);
  const hasFormPlace = isReading || opened !== undefined;
  useEffect(() => {
    if (!hasFormPlace) return;
    // On the press, not on the response.
    window.scrollTo({ top: 0 });
    // The opener was removed, and the first field is not rendered until its script has loaded.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [hasFormPlace, opened]);
  useEffect(() => {
    if (!isCreating) return;
    window.scrollTo({ top: 0 });
    // The submit button, or "Try again", was removed.
    opener.current?.focus();
  }, [isCreating]);
  const wasAdding = useRef(false);
  useEffect(() => {
    // Back in the form after a failure.
    if (!isAdding && wasAdding.current) formPlace.current?.querySelector('input')?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  useEffect(() => {
    if (isAway) opener.current?.focus();
    // The form is shown again and the opener was removed. The notice about a newer version is beside this button.
    else if (wasAway.current && document.activeElement === document.body)
      formPlace.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    wasAway.current = isAway;
  }, [isAway]);

  const handleOpen = () => {
    pressed.current = document.activeElement;
  };
  return { opener, formPlace, handleOpen };
}
