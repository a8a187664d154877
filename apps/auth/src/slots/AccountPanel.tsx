/** `dashboard.account`: how and where the user signs in, and the user's data. Opens the form for a new password after a recovery link. */
import { Suspense, useEffect, useState } from 'react';
import { Button, Card, Heading, Stack, Text, toast } from '@slipway/design-system';
import { lazyPart, PartLoading, useSignInMethods } from '@slipway/platform';
import {
  readHasPassword,
  setLinkFailure,
  useEmailChanged,
  useLinkFailure,
  useRecovery,
  useSession,
} from '@slipway/session';
import { newEmailOf } from '../data/newEmail';
import { useForgetPendingSignUp } from '../data/pendingSignUp';
import { SettingRow } from '../components/SettingRow';
import { DataSettings } from '../features/data/DataSettings';
import { MfaStatus } from '../features/mfa/MfaStatus';
import { t } from '../features/account/messages';
import { t as shared } from '../features/account/shared/messages';

const SetPassword = lazyPart(async () => ({
  default: (await import('../features/password/SetPassword')).SetPassword,
}));
const ChangeEmail = lazyPart(async () => ({
  default: (await import('../features/email/ChangeEmail')).ChangeEmail,
}));
const SessionsDialog = lazyPart(async () => ({
  default: (await import('../features/sessions/SessionsDialog')).SessionsDialog,
}));
const ExportData = lazyPart(async () => ({
  default: (await import('../features/data/ExportData')).ExportData,
}));

type OpenDialog = 'password' | 'email' | 'devices' | 'export';

export default function AccountPanel() {
  const session = useSession();
  const isRecovering = useRecovery();
  const { mfa } = useSignInMethods();
  const [opened, setOpened] = useState<OpenDialog>();
  /** Of the account, for the open dialog; undefined until it is known. */
  const [hasPassword, setHasPassword] = useState<boolean>();
  useForgetPendingSignUp();
  const linkFailure = useLinkFailure();
  const isEmailChanged = useEmailChanged();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const userId = user?.id;
  const signedInAs = user?.email;
  useEffect(() => {
    if (linkFailure !== 'link' || signedInAs === undefined) return;
    toast.info(t('linkFailed', { email: signedInAs }));
    setLinkFailure(undefined);
  }, [linkFailure, signedInAs]);
  useEffect(() => {
    if (userId === undefined || signedInAs === undefined) return;
    if (!isEmailChanged && newEmailOf(userId).get() === undefined) return;
    import('../features/email/reportNewEmail').then(
      ({ reportNewEmail }) => {
        reportNewEmail(userId, signedInAs, isEmailChanged);
      },
      // The chunk did not load: the next visit reports the change.
      () => undefined,
    );
  }, [userId, signedInAs, isEmailChanged]);
  if (!user) return null;

  const { id, email, dueFactor } = user;
  const close = () => {
    setOpened(undefined);
  };
  const button = (dialog: OpenDialog, label: string) => (
    <Button
      onClick={() => {
        if (dialog === opened) return;
        setOpened(dialog);
        setHasPassword(undefined);
        if (dialog === 'password' || dialog === 'email') void readHasPassword().then(setHasPassword);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Card>
      <Stack gap="lg">
        <Stack gap="xs">
          <Heading level={2} size="lg">
            {t('accountTitle')}
          </Heading>
          <Text size="sm" tone="muted">
            {t('accountText')}
          </Text>
        </Stack>
        <SettingRow
          title={shared('password')}
          text={t('passwordText')}
          action={button('password', t('setPassword'))}
        />
        <SettingRow
          title={shared('email')}
          text={t('emailText')}
          action={button('email', t('changeEmail'))}
        />
        {mfa && <MfaStatus />}
        <SettingRow
          title={shared('devices')}
          text={t('devicesShort')}
          action={button('devices', t('manageDevices'))}
        />
        <SettingRow
          title={t('exportSetting')}
          text={t('exportShort')}
          action={button('export', t('exportData'))}
        />
        <DataSettings />
        <Suspense fallback={<PartLoading />}>
          {/* After the code of the authenticator app: the server requires it for a new password. */}
          {((isRecovering && dueFactor === undefined) ||
            (opened === 'password' && hasPassword !== undefined)) && (
            <SetPassword
              asksCurrent={hasPassword === true && !isRecovering}
              isRecovery={isRecovering}
              email={email}
              onClose={close}
            />
          )}
          {opened === 'email' && hasPassword !== undefined && (
            <ChangeEmail userId={id} email={email} hasPassword={hasPassword} onClose={close} />
          )}
          {(opened === 'password' || opened === 'email') && hasPassword === undefined && <PartLoading />}
          {opened === 'devices' && <SessionsDialog onClose={close} />}
          {opened === 'export' && <ExportData onClose={close} />}
        </Suspense>
      </Stack>
    </Card>
  );
}
