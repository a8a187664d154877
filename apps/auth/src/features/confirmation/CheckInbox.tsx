/** The end of sign-up: where the email went, a field for its code, and the ways on when it does not arrive. */
import { useLayoutEffect } from 'react';
import { Button, Card, Link, Page, Stack, Text } from '@slipway/design-system';
import { confirmSignUp } from '@slipway/session';
import { storePendingSignUp, waitForPendingSignUp } from '../../data/pendingSignUp';
import { t as shared } from '../../messages';
import { t } from '../sign-up/messages';
import { ConfirmWithCode } from './ConfirmWithCode';
import { ResendConfirmation } from './ResendConfirmation';

interface CheckInboxProps {
  email: string;
  /** The sign-in page, for users who opened the link on another device: it confirmed the address and used up the code. */
  signInHref: string;
  onChangeAddress: () => void;
}

export function CheckInbox({ email, signInHref, onChangeAddress }: CheckInboxProps) {
  // This replaces the form that had the focus.
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return (
    <Page title={shared('checkInbox')} description={t('inboxText', { email })} width="narrow">
      <Stack gap="xl">
        <Card>
          <ConfirmWithCode confirm={(code) => confirmSignUp(email, code)} />
        </Card>
        <ResendConfirmation
          email={email}
          wait={waitForPendingSignUp()}
          onSent={() => {
            storePendingSignUp(email);
          }}
        />
        <Text>
          {t('openedElsewhere')} <Link href={signInHref}>{shared('signIn')}</Link>
        </Text>
        <Stack align="start">
          <Button variant="quiet" flush="start" onClick={onChangeAddress}>
            {shared('changeAddress')}
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}
