/** The page's live region for what happens outside of the text: which page one has come to. Once, in the frame. */
import { useEffect, useRef } from 'react';
import { VisuallyHidden } from '@slipway/design-system';
import { announceIn } from './announce';

export function Announcer() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => (ref.current ? announceIn(ref.current) : undefined), []);
  return <VisuallyHidden ref={ref} aria-live="polite" data-announcer="" />;
}
