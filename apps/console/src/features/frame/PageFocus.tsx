/** After a navigation to another page: its title, the focus on its content, and the start of it in view. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

export function PageFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // By itself, the focus would scroll the content below the header to the top of the window.
    document.querySelector('main')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
