import { useEffect, useState } from 'react';

/** Whole seconds left, 0 when the wait is over; `start` begins a new wait. */
export function useCountdown(initial = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => Date.now() + initial * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isRunning = left > 0;

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning]);

  return {
    left,
    start: (seconds) => {
      const began = Date.now();
      setNow(began);
      setEnd(began + seconds * 1000);
    },
  };
}
