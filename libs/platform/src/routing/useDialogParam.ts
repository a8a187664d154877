/** A dialog or panel that is open while the URL has a parameter (`?agent=<id>`): it has a URL, and Back closes it. */
import { useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom';
import { useLocation, useNavigate, useSearchParams } from './router';
import { allowsViewTransition } from './useViewTransitions';

/** The state of the dialog, and how to open and close it. */
export interface DialogParam {
  /** The value of the parameter; null while the dialog is closed. */
  value: string | null;
  /** Keeps its identity while the page is mounted, as `close` does, so that memoized rows do not re-render for a new URL. */
  open: (value: string) => void;
  /**
   * Goes back to the history entry that opened it, or, if its URL was opened directly, replaces the entry. Only while
   * it is open.
   */
  close: () => void;
}

/** The parameter whose dialog the previous history entry has opened; stored in the state of this entry. */
const openedIn = (state: unknown): unknown => (state as { openedDialog?: unknown } | null)?.openedDialog;

/** The parameters of dialogs that the page is closing. */
const closing = new Set<string>();

/** Whether the page itself is closing the dialog, as opposed to a navigation of the user. */
export const isClosing = (parameter: string): boolean => closing.has(parameter);

/** Cancels the closing: the user keeps the dialog. */
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
    // Going back takes a moment: another press until then would go back once more.
    if (value === null || isClosing(parameter)) return;
    closing.add(parameter);
    if (openedIn(state) === parameter) void navigate(-1);
    else change(undefined, true);
  };

  // A request may end, and open or close the dialog, after the user has left the dialog or its page.
  const latest = useRef<Pick<DialogParam, 'open' | 'close'> | undefined>(undefined);
  // Before the effects of a panel that opens.
  useLayoutEffect(() => {
    latest.current = {
      open: (next) => {
        // The page may not show the new URL yet: the second click of a double click would add a history entry, and
        // closing the dialog would go back to the first.
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
