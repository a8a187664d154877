/** The frame around every page: skip link, header, questions about the user's identity, announcer and toasts. */
import { SkipLink, Toasts } from '@slipway/design-system';
import { Announcer, Outlet, ScrollRestoration, useSessionEvents } from '@slipway/platform';
import { AccountPlace } from './frame/AccountPlace';
import { OfflineBar } from './frame/OfflineBar';
import { IdentityCheck } from './frame/IdentityCheck';
import { SignInQuestion } from './frame/SignInQuestion';
import { Shortcuts } from './frame/Shortcuts';
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
      <Shortcuts />
      <AccountPlace />
      <Announcer />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
