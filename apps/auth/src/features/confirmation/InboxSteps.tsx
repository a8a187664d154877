/** After a sign-up: a field for the code of the email, and the options if it does not arrive. */
import { Button, Card, Link, Stack, Text } from '@slipway/design-system';
import { confirmSignUp } from '@slipway/session';
import { storePendingSignUp } from '../../data/pendingSignUp';
import { waitForPendingSignUp } from '../../data/pendingSignUpWait';
import { t as shared } from '../../messages';
import { t } from '../sign-up/messages';
import { ConfirmWithCode } from './ConfirmWithCode';
import { ResendConfirmation } from './ResendConfirmation';

interface InboxStepsProps {
  email: string;
  /** The sign-in page, for users who opened the link on another device: it confirmed the address and used up the code. */
  signInHref: string;
  onChangeAddress: () => void;
}

export const InboxSteps = ({ email, signInHref, onChangeAddress }: InboxStepsProps) => (
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
);
