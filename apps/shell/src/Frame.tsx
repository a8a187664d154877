/** The frame around every page: skip link, header, questions about the user's identity, announcer and toasts. */
import { SkipLink, Toasts } from '@slipway/design-system';
import { Announcer, Outlet, ScrollRestoration, useSessionEvents } from '@slipway/platform';
import { OfflineBar } from './frame/OfflineBar';
import { IdentityCheck } from './frame/IdentityCheck';
import { SignInQuestion } from './frame/SignInQuestion';
import { SiteHeader } from './frame/SiteHeader';

export function Frame() {
  useSessionEvents();
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <OfflineBar />
      <SignInQuestion />
      <IdentityCheck />
      <Announcer />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
