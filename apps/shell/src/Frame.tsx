/** What stands around every page: skip link, header, the page, what is announced, toasts. */
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
