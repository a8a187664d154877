import { useEffect, useState } from 'react';

/** The value once it has not changed for `ms` milliseconds: what is being typed asks nothing of the database. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return paused;
}
