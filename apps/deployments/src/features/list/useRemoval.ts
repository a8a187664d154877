/** Deletes a deployment, after a confirmation if it was called in the last 24 hours. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callQueries, LAST_DAY_FRESH } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const queryClient = useQueryClient();
  /** A list: the user may press Delete on another card before the first check responds. */
  const [[confirming], setAsked] = useState<string[]>([]);
  const [hidden, setHidden] = useState<string[]>([]);
  const end = (id: string | undefined) => {
    for (const set of [setAsked, setHidden]) set((ids) => ids.filter((each) => each !== id));
  };
  return {
    /** The id that awaits confirmation. */
    confirming,
    /**
     * The ids of cards that are hidden with the press, before the check has ended, because a late response would move
     * the other cards. A card is shown again when the user cancels.
     */
    hidden,
    /** Starts the check before the press, on hover or focus. */
    prepare: (id: string) => {
      void queryClient.prefetchQuery(callQueries.lastDay(id));
    },
    request: async (id: string): Promise<void> => {
      const check = callQueries.lastDay(id);
      const known = queryClient.getQueryCache().find({ queryKey: check.queryKey });
      // Without a fresh result the check takes a moment: hide the card until then.
      if (!known || known.isStaleByTime(LAST_DAY_FRESH)) setHidden((ids) => [...ids, id]);
      // If the check fails, delete without asking: Undo remains.
      if (await queryClient.fetchQuery(check).catch(() => false)) setAsked((ids) => [...ids, id]);
      else {
        remove(id);
        end(id);
      }
    },
    confirm: () => {
      if (confirming !== undefined) remove(confirming);
      end(confirming);
    },
    cancel: () => {
      end(confirming);
    },
  };
}
