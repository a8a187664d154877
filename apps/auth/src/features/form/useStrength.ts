import { useEffect, useState } from 'react';

/** 0 to 4, or undefined while nothing is typed or the estimator is on its way. */
export function useStrength(password: string, email: string): number | undefined {
  const [strength, setStrength] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    const own = email.split(/[^a-z0-9]+/i).filter((word) => word.length > 2);
    if (password !== '') {
      void import('../../data/estimate').then(
        ({ estimate }) => {
          if (isCurrent) setStrength(estimate(password, own));
        },
        () => undefined, // a meter that does not come is missed by nobody
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [password, email]);
  return password === '' ? undefined : strength;
}
