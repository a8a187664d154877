/** Turns two-step verification on and off, and asks for the code that is due. For backends that support it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Skeleton, Stack, toast } from '@slipway/design-system';
import { enrollFactor, type NewFactor, removeFactor, signOut } from '@slipway/session';
import { SettingRow } from '../../components/SettingRow';
import { mfaStatusQuery } from '../../data/mfaStatus';
import { createRecoveryCodes, recoveryCodeCount } from '../../data/recoveryCodes';
import { t } from '../../messages';
import { CodeDialog } from './CodeDialog';
import { EnrollDialog } from './EnrollDialog';
import { RecoveryCodeDialog } from './RecoveryCodeDialog';
import { RecoveryCodes } from './RecoveryCodes';
import { TurnOffDialog } from './TurnOffDialog';

type Opened =
  | { dialog: 'enroll'; factor: NewFactor }
  | { dialog: 'codes'; codes: readonly string[]; text: string }
  | { dialog: 'turn-off' | 'recovery' };

export function MfaStatus() {
  const status = useQuery(mfaStatusQuery());
  const factor = status.data?.factor;
  const isDue = status.data?.isDue ?? false;
  const codes = useQuery({ ...recoveryCodeCount(), enabled: factor !== undefined && !isDue });
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [isBusy, setIsBusy] = useState(false);

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: mfaStatusQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: recoveryCodeCount().queryKey }),
    ]);
  const open = (dialog: 'turn-off' | 'recovery') => () => {
    setOpened({ dialog });
  };
  const close = () => {
    setOpened(undefined);
  };
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch {
      toast.error(t('mfaFailed'));
    } finally {
      setIsBusy(false);
    }
  };
  const turnOn = () =>
    run(async () => {
      setOpened({ dialog: 'enroll', factor: await enrollFactor() });
    });
  const showNewCodes = (text: string) =>
    run(async () => {
      setOpened({ dialog: 'codes', codes: await createRecoveryCodes(), text });
      await refresh();
    });
  const turnOff = (id: string) =>
    run(async () => {
      await removeFactor(id);
      close();
      toast.success(t('turnedOff'));
      await refresh();
    });
  const handleEnrolled = async () => {
    close();
    await refresh();
    await showNewCodes(t('codesFirst'));
  };
  const handleRecovered = () => {
    close();
    void queryClient.invalidateQueries();
  };

  if (status.isPending) return <Skeleton height="2.5rem" shape="block" />;
  if (status.isError) {
    const retry = <Button onClick={() => void status.refetch()}>{t('tryAgain')}</Button>;
    return <SettingRow title={t('mfa')} text={t('mfaUnknown')} action={retry} />;
  }
  if (factor === undefined) {
    const button = (
      <Button disabled={isBusy} onClick={() => void turnOn()}>
        {t('turnOn')}
      </Button>
    );
    return (
      <>
        <SettingRow title={t('mfa')} text={t('mfaOff')} action={button} />
        {opened?.dialog === 'enroll' && (
          <EnrollDialog factor={opened.factor} onClose={close} onVerified={() => void handleEnrolled()} />
        )}
      </>
    );
  }
  return (
    <>
      <SettingRow
        title={t('mfa')}
        text={t('mfaOn')}
        action={
          <Button disabled={isBusy} onClick={open('turn-off')}>
            {t('turnOff')}
          </Button>
        }
      />
      {codes.data !== undefined && (
        <SettingRow
          title={t('codes')}
          text={t('codesLeft', { count: codes.data })}
          action={
            <Button disabled={isBusy} onClick={() => void showNewCodes(t('codesText'))}>
              {t('newCodes')}
            </Button>
          }
        />
      )}
      {opened?.dialog === 'codes' && (
        <RecoveryCodes codes={opened.codes} text={opened.text} onClose={close} />
      )}
      {opened?.dialog === 'turn-off' && (
        <TurnOffDialog isBusy={isBusy} onConfirm={() => void turnOff(factor)} onClose={close} />
      )}
      {isDue && opened?.dialog === 'recovery' && (
        <RecoveryCodeDialog onBack={close} onRecovered={handleRecovered} />
      )}
      {isDue && opened === undefined && (
        <CodeDialog
          title={t('challengeTitle')}
          description={t('challengeText')}
          factor={factor}
          closeLabel={t('signOut')}
          onClose={() => void run(signOut)}
          // The server rejected everything that the page read before the code.
          onVerified={() => void queryClient.invalidateQueries()}
          footnote={
            <Stack align="start">
              <Button size="sm" variant="quiet" onClick={open('recovery')}>
                {t('useRecoveryCode')}
              </Button>
            </Stack>
          }
        />
      )}
    </>
  );
}
