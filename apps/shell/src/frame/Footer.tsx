/** The end of the landing page. */
import { BottomBar } from '@slipway/design-system/landing';

export function Footer() {
  return (
    <BottomBar>
      <span>© {new Date().getFullYear()} Slipway. All rights reserved.</span>
      <span>Every agent belongs to its creator.</span>
    </BottomBar>
  );
}
