/** Deletes a deployment, after a confirmation if it was called in the last 24 hours. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callQueries } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState<string>();
  const [hidden, setHidden] = useState<string>();
  const end = () => {
    setConfirming(undefined);
    setHidden(undefined);
  };
  return {
    /** The id that awaits confirmation. */
    confirming,
    /**
     * The id whose card goes with the press although the check is not back, as after a touch: a late response would move
     * the other cards. The card comes back when the user cancels.
     */
    hidden,
    /** Asks before the press whether it was called. */
    prepare: (id: string) => {
      void queryClient.prefetchQuery(callQueries.lastDay(id));
    },
    request: async (id: string): Promise<void> => {
      const check = callQueries.lastDay(id);
      if (queryClient.getQueryData(check.queryKey) === undefined) setHidden(id);
      // If the check fails, delete without asking: Undo remains.
      if (await queryClient.fetchQuery(check).catch(() => false)) setConfirming(id);
      else {
        remove(id);
        end();
      }
    },
    confirm: () => {
      if (confirming !== undefined) remove(confirming);
      end();
    },
    cancel: end,
  };
}
