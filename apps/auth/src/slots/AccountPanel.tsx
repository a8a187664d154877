/** `dashboard.account`: the user's password and two-step verification, and a new password after a recovery link. */
import { lazy, Suspense, useState } from 'react';
import { Button, Card, Heading, Stack, Text } from '@slipway/design-system';
import { useSignInMethods } from '@slipway/platform';
import { endRecovery, useRecovery, useSession } from '@slipway/session';
import { t } from '../messages';

const SetPassword = lazy(async () => ({
  default: (await import('../features/password/SetPassword')).SetPassword,
}));
const MfaStatus = lazy(async () => ({ default: (await import('../features/mfa/MfaStatus')).MfaStatus }));

export default function AccountPanel() {
  const session = useSession();
  const isRecovering = useRecovery();
  const { mfa } = useSignInMethods();
  const [isChanging, setIsChanging] = useState(false);
  if (session.status !== 'signed-in') return null;

  const handleClose = () => {
    setIsChanging(false);
    endRecovery();
  };
  return (
    <Card>
      <Stack gap="lg">
        <Stack direction="row" justify="between" gap="md" wrap>
          <Stack gap="xs">
            <Heading level={2} size="lg">
              {t('accountTitle')}
            </Heading>
            <Text size="sm" tone="muted">
              {t('accountText')}
            </Text>
          </Stack>
          <Button
            onClick={() => {
              setIsChanging(true);
            }}
          >
            {t('setPassword')}
          </Button>
        </Stack>
        <Suspense>
          {mfa && <MfaStatus />}
          {(isRecovering || isChanging) && <SetPassword email={session.user.email} onClose={handleClose} />}
        </Suspense>
      </Stack>
    </Card>
  );
}
