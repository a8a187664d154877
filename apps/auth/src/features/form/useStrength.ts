import { useEffect, useState } from 'react';

/** From 0 to 4; undefined while the field is empty or the estimator is loading. */
export function useStrength(password: string, email: string): number | undefined {
  const [strength, setStrength] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    const personal = email.split(/[^a-z0-9]+/i).filter((word) => word.length > 2);
    if (password !== '') {
      void import('../../data/estimate').then(
        ({ estimate }) => {
          if (isCurrent) setStrength(estimate(password, personal));
        },
        () => undefined, // the strength meter is optional: ignore load errors
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [password, email]);
  return password === '' ? undefined : strength;
}
