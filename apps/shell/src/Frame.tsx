/** The frame around every page: skip link, header, announcer and toasts. */
import { SkipLink, Toasts } from '@slipway/design-system';
import { Announcer, Outlet, ScrollRestoration, useSessionEvents } from '@slipway/platform';
import { SiteHeader } from './frame/SiteHeader';

export function Frame() {
  useSessionEvents();
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <Announcer />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
