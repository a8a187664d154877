/** Stays true for a while after `open` becomes false, for exit animations. */
import { useEffect, useState } from 'react';
import { motionTime } from './drawerTiming';

export function usePresence(open: boolean, ms: number): boolean {
  const [isGone, setGone] = useState(!open);
  if (open && isGone) setGone(false);

  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => {
      setGone(true);
    }, motionTime(ms));
    return () => {
      clearTimeout(timer);
    };
  }, [open, ms]);

  return open || !isGone;
}
