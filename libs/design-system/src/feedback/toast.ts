/** Says something in passing: four seconds, whatever its kind. Source: react-hot-toast, without its own look. */
import { type Toast, toast as show } from 'react-hot-toast/headless';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export const TOAST_MS = 4000;

const kinds: ReadonlySet<unknown> = new Set<ToastKind>(['success', 'error', 'info', 'warning']);

/** The library has no place of its own for these kinds, so the icon's name carries it. */
export const kindOf = ({ icon }: Pick<Toast, 'icon'>): ToastKind =>
  kinds.has(icon) ? (icon as ToastKind) : 'info';

/** What can be done about it while it is there. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** The library has no place for an action. */
const actions = new Map<string, ToastAction>();

export const actionOf = ({ id }: Pick<Toast, 'id'>): ToastAction | undefined => actions.get(id);

/** Shows a message once per `id`; returns the id. Errors interrupt those who listen, the others wait. */
const say =
  (kind: ToastKind) =>
  (message: string, { id, action }: { id?: string; action?: ToastAction } = {}): string => {
    const shown = show(message, {
      ...(id === undefined ? {} : { id }),
      icon: kind,
      duration: TOAST_MS,
      ariaProps:
        kind === 'error'
          ? { role: 'alert', 'aria-live': 'assertive' }
          : { role: 'status', 'aria-live': 'polite' },
    });
    if (action) actions.set(shown, action);
    else actions.delete(shown);
    return shown;
  };

export const toast = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  dismiss: (id: string): void => {
    show.dismiss(id);
  },
};
