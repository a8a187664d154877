/**
 * The design system's link inside the app: navigates without a page load, and prefetches its page on hover and focus.
 */
import { type ComponentPropsWithRef, type MouseEvent, useContext } from 'react';
import {
  createPath,
  UNSAFE_DataRouterContext as DataRouterContext,
  useHref,
  useLinkClickHandler,
} from 'react-router-dom';
import { routeAt } from '@slipway/contracts';
import { useHost, withParents } from '../boot/hostContext';
import { useViewTransitions } from './useViewTransitions';

const isInApp = (href: string) => /^\/(?!\/)/.test(href);

type Anchor = ComponentPropsWithRef<'a'>;

export function RouterLink({ href = '', target, children, ...rest }: Anchor) {
  if (isInApp(href) && target !== '_blank')
    return (
      <PageLink href={href} {...rest}>
        {children}
      </PageLink>
    );
  return (
    <a href={href} target={target} rel={target === '_blank' ? 'noopener noreferrer' : undefined} {...rest}>
      {children}
    </a>
  );
}

/** Replaces the router's own link, which would add 2 kB to the first script for prefetching that is not used. */
function PageLink({ href, onClick, children, ...rest }: Anchor & { href: string }) {
  const host = useHost();
  const address = useHref(href);
  const router = useContext(DataRouterContext)?.router;
  const viewTransition = useViewTransitions();
  const navigate = useLinkClickHandler(href, { viewTransition });
  const replace = useLinkClickHandler(href, { viewTransition, replace: true });
  const path = href.split(/[?#]/, 1)[0] ?? href;
  // The rest of the composition could not be fetched, so only the document of that page has its slice.
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
    if (host.updateWatcher.shouldLoad(path) || isOutOfReach(path)) {
      event.preventDefault();
      window.location.assign(href);
    }
    // The page may not show the new URL yet: the second click of a double click would add a history entry.
    else if (router && createPath(router.state.location) === address) replace(event);
    else navigate(event);
  };
  return (
    <a href={address} onPointerEnter={prefetch} onFocus={prefetch} onClick={handleClick} {...rest}>
      {children}
    </a>
  );
}
