/**
 * The `fallback` of the `Suspense` around a `lazyPart` that is a dialog: a dialog has no place on the page for a
 * skeleton.
 */
import { useEffect } from 'react';
import { startWait } from './startWait';

export function PartLoading(): null {
  useEffect(startWait, []);
  return null;
}
