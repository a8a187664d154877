/** Deletes a deployment, after a confirmation if it was called in the last 24 hours. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callQueries, LAST_DAY_FRESH_MS } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState<string>();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const show = (id: string) => {
    setHidden((ids) => ids.filter((each) => each !== id));
  };
  return {
    /** The id that awaits confirmation. */
    confirming,
    /**
     * Ids whose card goes with the press although the check is not back, as after a touch: a late response would move
     * the other cards. The card comes back when the user cancels.
     */
    hidden,
    /** Asks before the press whether it was called. */
    prepare: (id: string) => {
      void queryClient.prefetchQuery(callQueries.lastDay(id));
    },
    request: async (id: string): Promise<void> => {
      const check = callQueries.lastDay(id);
      const known = queryClient.getQueryCache().find({ queryKey: check.queryKey });
      if (known?.isStaleByTime(LAST_DAY_FRESH_MS) ?? true) setHidden((ids) => [...ids, id]);
      // If the check fails, delete without asking: Undo remains.
      const isInUse = await queryClient.fetchQuery(check).catch(() => false);
      if (isInUse) {
        setConfirming(id);
        return;
      }
      remove(id);
      show(id);
    },
    confirm: () => {
      if (confirming === undefined) return;
      setConfirming(undefined);
      remove(confirming);
      show(confirming);
    },
    cancel: () => {
      if (confirming === undefined) return;
      setConfirming(undefined);
      show(confirming);
    },
  };
}
