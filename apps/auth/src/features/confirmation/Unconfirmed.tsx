/** After a sign-in with an address that is not confirmed: a field for the code of its email, and another email. */
import { Card, Stack } from '@slipway/design-system';
import { confirmSignUp } from '@slipway/session';
import { ConfirmWithCode } from './ConfirmWithCode';
import { ResendConfirmation } from './ResendConfirmation';

export const Unconfirmed = ({ email }: { email: string }) => (
  <Stack gap="xl">
    <Card>
      <ConfirmWithCode confirm={(code) => confirmSignUp(email, code)} />
    </Card>
    <ResendConfirmation email={email} wait={0} />
  </Stack>
);
