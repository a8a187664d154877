/** Deletes a deployment, after a confirmation if it was called in the last 24 hours. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callQueries } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState<string>();
  return {
    /** The id that awaits confirmation. */
    confirming,
    /** Asks before the press whether it was called, so that its card goes with the press. */
    prepare: (id: string) => {
      void queryClient.prefetchQuery(callQueries.lastDay(id));
    },
    request: async (id: string): Promise<void> => {
      // If the check fails, delete without asking: Undo remains.
      const isInUse = await queryClient.fetchQuery(callQueries.lastDay(id)).catch(() => false);
      if (isInUse) setConfirming(id);
      else remove(id);
    },
    confirm: () => {
      setConfirming(undefined);
      if (confirming !== undefined) remove(confirming);
    },
    cancel: () => {
      setConfirming(undefined);
    },
  };
}
