/** Deleting at once; what was called in the last 24 hours is asked about first. */
import { useState } from 'react';
import { wasCalledLately } from '../../data/calls';

export function useRemoval(remove: (id: string) => void) {
  const [asked, setAsked] = useState<string>();
  return {
    /** The id that is asked about. */
    asked,
    request: async (id: string): Promise<void> => {
      // Who cannot be told whether it is in use can still undo.
      const isInUse = await wasCalledLately(id).catch(() => false);
      if (isInUse) setAsked(id);
      else remove(id);
    },
    confirm: () => {
      setAsked(undefined);
      if (asked !== undefined) remove(asked);
    },
    cancel: () => {
      setAsked(undefined);
    },
  };
}
