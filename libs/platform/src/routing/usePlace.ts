/** A dialog or panel that a parameter of the URL holds (`?agent=<id>`): it has an address, and Back closes it. */
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from './router';
import { allowsViewTransition } from './useViewTransitions';

/** Whether the dialog is open, for what, and how to open and close it. */
export interface Place {
  /** The value of the parameter; null while the place is closed. */
  value: string | null;
  /** Keeps its identity while the page is mounted, so that memoized rows do not re-render for a new URL. */
  open: (value: string) => void;
  /** Goes back to the entry that opened it; at an address that was opened directly, replaces it. */
  close: () => void;
}

/** The places that this entry's state says were opened from the entry before it. */
const openedIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'openedPlace' in state ? state.openedPlace : undefined;

export function usePlace(parameter: string): Place {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation() as { key: string; state: unknown };
  const navigate = useNavigate();

  const change = (value: string | undefined, replace: boolean) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === undefined) next.delete(parameter);
        else next.set(parameter, value);
        return next;
      },
      {
        ...{ replace, preventScrollReset: true, viewTransition: allowsViewTransition() },
        state: value === undefined ? null : { openedPlace: parameter },
      },
    );
  };

  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  const open = useCallback((value: string) => {
    latest.current(value, false);
  }, []);

  // Until the page shows the entry before, another press would leave that one too.
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);

  return {
    value: params.get(parameter),
    open,
    close: () => {
      if (openedIn(state) !== parameter) change(undefined, true);
      else if (!isLeaving.current) {
        isLeaving.current = true;
        void navigate(-1);
      }
    },
  };
}
