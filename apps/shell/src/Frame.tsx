/** What stands around every page: skip link, header, the page, toasts. */
import { SkipLink, Toasts } from '@slipway/design-system';
import { Outlet, ScrollRestoration, useSessionEvents } from '@slipway/platform';
import { SiteHeader } from './frame/SiteHeader';

export function Frame() {
  useSessionEvents();
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
