/** The page's live region: screen readers read its text, such as the title after a navigation. Render it once, in the frame. */
import { useEffect, useRef } from 'react';
import { VisuallyHidden } from '@slipway/design-system';
import { announceIn } from './announce';

export function Announcer() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => (ref.current ? announceIn(ref.current) : undefined), []);
  return <VisuallyHidden ref={ref} aria-live="polite" data-announcer="" />;
}
