/** The frame around every page: skip link, header, a question about a link, announcer and toasts. */
import { SkipLink, Toasts } from '@slipway/design-system';
import { Announcer, Outlet, ScrollRestoration, useSessionEvents } from '@slipway/platform';
import { SignInQuestion } from './frame/SignInQuestion';
import { SiteHeader } from './frame/SiteHeader';

export function Frame() {
  useSessionEvents();
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <SignInQuestion />
      <Announcer />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
