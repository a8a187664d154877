/**
 * The last step of sign-up: the address of the email, and what to do next. Its code loads while the account is created.
 */
import { type ComponentProps, Suspense, useLayoutEffect } from 'react';
import { Page, Skeleton } from '@slipway/design-system';
import { lazyPart } from '@slipway/platform';
import { t as shared } from '../../messages';
import { t } from '../sign-up/messages';
import type { InboxSteps } from './InboxSteps';

/** Call it early, so that the steps appear together with the heading. */
export const loadSteps = async () => ({ default: (await import('./InboxSteps')).InboxSteps });

const Steps = lazyPart(loadSteps);

export function CheckInbox(props: ComponentProps<typeof InboxSteps>) {
  // This replaces the form that had the focus.
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return (
    <Page title={shared('checkInbox')} description={t('inboxText', { email: props.email })} width="narrow">
      <Suspense fallback={<Skeleton shape="block" height="12rem" />}>
        <Steps {...props} />
      </Suspense>
    </Page>
  );
}
