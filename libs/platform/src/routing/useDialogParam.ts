/** A dialog or panel that is open while the URL has a parameter (`?agent=<id>`): it has an address, and Back closes it. */
import { useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom';
import { useLocation, useNavigate, useSearchParams } from './router';
import { allowsViewTransition } from './useViewTransitions';

/** Whether the dialog is open, for what, and how to open and close it. */
export interface DialogParam {
  /** The value of the parameter; null while the dialog is closed. */
  value: string | null;
  /** Keeps its identity while the page is mounted, as `close` does, so that memoized rows do not re-render for a new URL. */
  open: (value: string) => void;
  /** Goes back to the entry that opened it; at an address that was opened directly, replaces it. Only while it is open. */
  close: () => void;
}

/** The parameter whose dialog was opened from the entry before this one, as this entry's state says. */
const openedIn = (state: unknown): unknown => (state as { openedDialog?: unknown } | null)?.openedDialog;

/** The parameters whose dialog the page is closing. */
const closing = new Set<string>();

/** Whether the page closes the dialog itself, and not the user by leaving its entry. */
export const isClosing = (parameter: string): boolean => closing.has(parameter);

/** The user keeps the dialog that the page was closing. */
export const keepOpen = (parameter: string): void => {
  closing.delete(parameter);
};

export function useDialogParam(parameter: string): DialogParam {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation() as { key: string; state: unknown };
  const navigate = useNavigate();
  const router = useContext(DataRouterContext)?.router;

  const change = (value: string | undefined, replace: boolean) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === undefined) next.delete(parameter);
        else next.set(parameter, value);
        return next;
      },
      {
        replace,
        preventScrollReset: true,
        viewTransition: allowsViewTransition(),
        state: value === undefined ? null : { openedDialog: parameter },
      },
    );
  };

  useEffect(
    () => () => {
      closing.delete(parameter);
    },
    [key, parameter],
  );

  const value = params.get(parameter);
  const close = () => {
    // Until the page shows the entry before, another press would leave that one too.
    if (value === null || isClosing(parameter)) return;
    closing.add(parameter);
    if (openedIn(state) === parameter) void navigate(-1);
    else change(undefined, true);
  };

  // A finished request may open or close the dialog after the user has left it, or its page.
  const latest = useRef<Pick<DialogParam, 'open' | 'close'> | undefined>(undefined);
  // In time for the effects of a panel that opens.
  useLayoutEffect(() => {
    latest.current = {
      open: (next) => {
        // The page may not show the address yet: the second press of a double click would add an entry, and closing the dialog
        // would go back to the first.
        const search = router?.state.location.search;
        if (new URLSearchParams(search).get(parameter) !== next || isClosing(parameter)) change(next, false);
      },
      close,
    };
  });
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  return {
    value,
    open: useCallback((next) => latest.current?.open(next), []),
    close: useCallback(() => latest.current?.close(), []),
  };
}
