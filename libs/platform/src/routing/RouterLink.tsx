/** The design system's link inside the app: no page load, and what it leads to is fetched on hover or focus. */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from '../boot/hostContext';
import { useMayMove } from './useMayMove';

const isInApp = (href: string) => href.startsWith('/') && !href.startsWith('//');

export function RouterLink({ href = '', target, children, onClick, ...rest }: ComponentPropsWithRef<'a'>) {
  const host = useHost();
  const mayMove = useMayMove();
  if (!isInApp(href) || target === '_blank') {
    return (
      <a
        href={href}
        target={target}
        rel={target === '_blank' ? 'noopener noreferrer' : undefined}
        onClick={onClick}
        {...rest}
      >
        {children}
      </a>
    );
  }

  const path = href.split(/[?#]/, 1)[0] ?? href;
  const fetchAhead = () => {
    // A failure is told where the page is opened, not where it is only thought of.
    if (host.routes.some((route) => route.path === path)) host.page(path).catch(() => undefined);
  };
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented || !host.newer.shouldLoad(path)) return;
    event.preventDefault();
    window.location.assign(href);
  };
  return (
    <Link
      to={href}
      viewTransition={mayMove}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={handleClick}
      {...rest}
    >
      {children}
    </Link>
  );
}
