/** Debounces a value, such as search text while the user types. */
import { useEffect, useState } from 'react';

/** Returns `value` once it has not changed for `delay` milliseconds; before that, the previous settled value. */
export function useDebouncedValue<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  }, [value, delay]);
  return settled;
}
