/**
 * Reports that a part has rendered and stayed up. Renders nothing: place `Committed` before the part and `StayedUp`
 * after it.
 */
import { type RefObject, useEffect, useInsertionEffect } from 'react';

/**
 * Milliseconds without a failure after the first effects. Longer than most queries take, because their data may crash a
 * page.
 */
const QUIET_TIME = 2_000;

/** From the first commit until the effects have run, an error comes from an effect. */
export function Committed({ phaseRef }: { phaseRef: RefObject<'render' | 'effect'> }) {
  useInsertionEffect(() => {
    phaseRef.current = 'effect';
  }, [phaseRef]);
  return null;
}

export function StayedUp({
  phaseRef,
  onWorking,
}: {
  phaseRef: RefObject<'render' | 'effect'>;
  onWorking: () => void;
}) {
  useEffect(() => {
    // React reports an error of these effects before the microtask runs.
    queueMicrotask(() => {
      phaseRef.current = 'render';
    });
    const timer = setTimeout(onWorking, QUIET_TIME);
    return () => {
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the quiet time starts once, however often the part is rendered
  }, []);
  return null;
}
