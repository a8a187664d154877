/** Stays true for a while after `open` becomes false, for exit animations. */
import { useEffect, useState } from 'react';
import { motionTime } from './drawerTiming';

export function usePresence(open: boolean, ms: number): boolean {
  const [isRemoved, setRemoved] = useState(!open);
  if (open && isRemoved) setRemoved(false);

  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => {
      setRemoved(true);
    }, motionTime(ms));
    return () => {
      clearTimeout(timer);
    };
  }, [open, ms]);

  return open || !isRemoved;
}
