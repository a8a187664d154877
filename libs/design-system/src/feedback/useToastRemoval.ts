/** Removes toasts that have closed, and surplus ones. */
import { useEffect } from 'react';
import { type Toast, toast as hotToast } from 'react-hot-toast/headless';

const LEAVE_MS = 200;

/**
 * Milliseconds: eleven days, which disables the library's own removal. Its timers outlive the component, and would
 * remove a toast that is shown again while it closes.
 */
export const NEVER_MS = 1e9;

const remove = (ids: string) => {
  for (const id of ids.split(',').filter(Boolean)) hotToast.remove(id);
};

/** `surplus` are ids. */
export function useToastRemoval(toasts: readonly Toast[], surplus: readonly string[]): void {
  const leaving = toasts
    .filter(({ visible }) => !visible)
    .map(({ id }) => id)
    .join();
  const tooMany = surplus.join();

  useEffect(() => {
    remove(tooMany);
    const timer = setTimeout(() => {
      remove(leaving);
    }, LEAVE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [tooMany, leaving]);
}
