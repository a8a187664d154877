/** The agent whose details are open. The URL holds it (`?agent=<id>`), so Back closes the details. */
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from '@slipway/platform';

export interface OpenDetails {
  agentId: string | null;
  /** Keeps its identity while the page is mounted, so that memoized cards do not re-render for a new URL. */
  open: (agentId: string) => void;
  close: () => void;
}

/** History state of entries that the results page pushed: the entry before them is the results. */
const overResults = { isOverResults: true };

const isOverResults = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isOverResults' in state;

export function useOpenDetails(): OpenDetails {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();

  const setAgent = (agentId: string | undefined, replace: boolean) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (agentId === undefined) next.delete('agent');
        else next.set('agent', agentId);
        return next;
      },
      { replace, preventScrollReset: true, state: agentId === undefined ? null : overResults },
    );
  };

  const latest = useRef(setAgent);
  useEffect(() => {
    latest.current = setAgent;
  });
  const open = useCallback((agentId: string) => {
    latest.current(agentId, false);
  }, []);

  return {
    agentId: params.get('agent'),
    open,
    close: () => {
      if (isOverResults(state)) void navigate(-1);
      else setAgent(undefined, true);
    },
  };
}
