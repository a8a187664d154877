/** The design system's link inside the app: no page load, and what it leads to is fetched on hover or focus. */
import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from './hostContext';
import { useMayMove } from './useMayMove';

const isInApp = (href: string) => href.startsWith('/') && !href.startsWith('//');

export function RouterLink({ href = '', target, children, ...rest }: ComponentPropsWithRef<'a'>) {
  const host = useHost();
  const mayMove = useMayMove();
  if (!isInApp(href) || target === '_blank') {
    return (
      <a href={href} target={target} rel={target === '_blank' ? 'noopener noreferrer' : undefined} {...rest}>
        {children}
      </a>
    );
  }

  const path = href.split(/[?#]/, 1)[0] ?? href;
  const fetchAhead = () => {
    // A failure is told where the page is opened, not where it is only thought of.
    if (host.routes.some((route) => route.path === path)) host.page(path).catch(() => undefined);
  };
  return (
    <Link to={href} viewTransition={mayMove} onPointerEnter={fetchAhead} onFocus={fetchAhead} {...rest}>
      {children}
    </Link>
  );
}
