/** Which agent's details are open: the address says it (`?agent=<id>`), Back closes it. */
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from '@slipway/platform';

export interface ShownAgent {
  id: string | null;
  /** The same function for as long as the page is there: a card is not drawn anew for a new address. */
  show: (id: string) => void;
  close: () => void;
}

/** Marks an entry of the history that the list is right before. */
const fromList = { isOverList: true };

const isOverList = (state: unknown) => typeof state === 'object' && state !== null && 'isOverList' in state;

export function useOpenDetails(): ShownAgent {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();

  const change = (id: string | undefined, replace: boolean) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === undefined) next.delete('agent');
        else next.set('agent', id);
        return next;
      },
      { replace, preventScrollReset: true, state: id === undefined ? null : fromList },
    );
  };

  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  const show = useCallback((id: string) => {
    latest.current(id, false);
  }, []);

  return {
    id: params.get('agent'),
    show,
    close: () => {
      if (isOverList(state)) void navigate(-1);
      else change(undefined, true);
    },
  };
}
