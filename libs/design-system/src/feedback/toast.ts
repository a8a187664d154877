/** Shows toasts, for four seconds, or ten if they have an action. Source: react-hot-toast, without its styles. */
import { type Toast, toast as show } from 'react-hot-toast/headless';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export const TOAST_MS = 4000;

/**
 * Milliseconds, with an action. The region is at the end of the document, many presses of Tab away. Focus pauses the
 * timer.
 */
const ACTION_TOAST_MS = 10_000;

const kinds: ReadonlySet<unknown> = new Set<ToastKind>(['success', 'error', 'info', 'warning']);

/** The library lacks two of the kinds, so the name of the icon stores the kind. */
export const kindOf = ({ icon }: Pick<Toast, 'icon'>): ToastKind =>
  kinds.has(icon) ? (icon as ToastKind) : 'info';

/** An action in the toast, such as Undo. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** The library has no field for an action. */
const actions = new Map<string, ToastAction>();

export const actionOf = ({ id }: Pick<Toast, 'id'>): ToastAction | undefined => actions.get(id);

/** Toasts that no user action caused. The library has no field for it. */
const background = new Set<string>();

export const isBackground = ({ id }: Pick<Toast, 'id'>): boolean => background.has(id);

interface ToastOptions {
  id?: string;
  action?: ToastAction;
  /** No user action caused it: if there are too many toasts, it is removed before the results of user actions. */
  isBackground?: boolean;
}

/** Shows one toast per `id`; returns the id. Screen readers interrupt for errors and queue the other kinds. */
const say =
  (kind: ToastKind) =>
  (message: string, { id, action, isBackground = false }: ToastOptions = {}): string => {
    const shown = show(message, {
      ...(id === undefined ? {} : { id }),
      icon: kind,
      duration: action ? ACTION_TOAST_MS : TOAST_MS,
      ariaProps:
        kind === 'error'
          ? { role: 'alert', 'aria-live': 'assertive' }
          : { role: 'status', 'aria-live': 'polite' },
    });
    if (action) actions.set(shown, action);
    else actions.delete(shown);
    if (isBackground) background.add(shown);
    else background.delete(shown);
    return shown;
  };

export const toast = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  dismiss: show.dismiss as (id: string) => void,
};
