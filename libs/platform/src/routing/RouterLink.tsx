/** The design system's link inside the app: navigates without a page load, and prefetches its page on hover and focus. */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { routeAt } from '@slipway/contracts';
import { useHost, withParents } from '../boot/hostContext';
import { useViewTransitions } from './useViewTransitions';

const isInApp = (href: string) => href.startsWith('/') && !href.startsWith('//');

export function RouterLink({ href = '', target, children, onClick, ...rest }: ComponentPropsWithRef<'a'>) {
  const host = useHost();
  const viewTransition = useViewTransitions();
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
  // Its document has the slice that this page could not get to know.
  const isOutOfReach = (path: string) => {
    const slice = routeAt(host.routes, path)?.slice;
    const isKnown = slice === 'shell' || (slice !== undefined && slice in host.composition.slices);
    return !isKnown && host.rest.hasFailed() && path !== window.location.pathname;
  };
  const prefetch = () => {
    // Ignore prefetch errors; navigation reports them.
    const shown = withParents(host.routes, path);
    const search = /\?[^#]*/.exec(href)?.[0] ?? '';
    for (const route of shown) host.page(route, { pathname: path, search }).catch(() => undefined);
    if (shown.length === 0) host.rest.load().catch(() => undefined);
  };
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    if (!host.updateWatcher.shouldLoad(path) && !isOutOfReach(path)) return;
    event.preventDefault();
    window.location.assign(href);
  };
  return (
    <Link
      to={href}
      viewTransition={viewTransition}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={handleClick}
      {...rest}
    >
      {children}
    </Link>
  );
}
