/** Deletes a deployment, after a confirmation if it was called in the last 24 hours. */
import { useState } from 'react';
import { wasCalledRecently } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const [confirming, setConfirming] = useState<string>();
  return {
    /** The id that awaits confirmation. */
    confirming,
    request: async (id: string): Promise<void> => {
      // If the check fails, delete without asking: Undo remains.
      const isInUse = await wasCalledRecently(id).catch(() => false);
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
