/** Turns two-step verification on and off, after a recent sign-in. For backends that support it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button, toast } from '@slipway/design-system';
import { lazyPart, PartLoading } from '@slipway/platform';
import { enrollFactor, removeFactor, withRecentSignIn } from '@slipway/session';
import { SettingRow, WaitingRow } from '../../components/SettingRow';
import { mfaStatusQuery } from '../../data/mfaStatus';
import { createRecoveryCodes, recoveryCodeCount } from '../../data/recoveryCodes';
import { t as shared } from '../account/shared/messages';
import type { OpenedMfaDialog } from './MfaDialog';
import { t } from './messages';

const loadDialog = async () => ({ default: (await import('./MfaDialog')).MfaDialog });
const MfaDialog = lazyPart(loadDialog);

export function MfaStatus() {
  const status = useQuery(mfaStatusQuery());
  const factor = status.data?.factor;
  const isDue = status.data?.isDue ?? false;
  const codes = useQuery({ ...recoveryCodeCount(), enabled: factor !== undefined && !isDue });
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<OpenedMfaDialog>();
  /** Does not disable the buttons, because the dialogs return the focus to them. */
  const [isBusy, setIsBusy] = useState(false);

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: mfaStatusQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: recoveryCodeCount().queryKey }),
    ]);
  const close = () => {
    setOpened(undefined);
  };
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      // Before the request: recovery codes that cannot be shown would be lost.
      await loadDialog();
      await work();
    } catch {
      toast.error(t('mfaFailed'));
      // Another tab may have turned it on or off.
      await refresh();
    } finally {
      setIsBusy(false);
    }
  };
  const turnOn = () =>
    run(async () => {
      const newFactor = await withRecentSignIn(enrollFactor);
      if (newFactor) setOpened({ dialog: 'enroll', factor: newFactor });
    });
  const showNewCodes = (text: string) =>
    run(async () => {
      const created = await withRecentSignIn(createRecoveryCodes);
      if (created) setOpened({ dialog: 'codes', codes: created, text });
      await refresh();
    });
  const turnOff = (id: string) =>
    run(async () => {
      const isRemoved = await withRecentSignIn(async () => {
        await removeFactor(id);
        return true;
      });
      if (isRemoved) {
        close();
        toast.success(t('turnedOff'));
      }
      await refresh();
    });
  const handleEnrolled = async () => {
    // Keep the dialog until the recovery codes replace it: the row behind it still says “Off”.
    await showNewCodes(t('codesFirst'));
    setOpened((current) => (current?.dialog === 'enroll' ? undefined : current));
  };

  // Only without data: after a failed refetch, keep the row, whose dialog may show codes that cannot be shown again.
  if (status.data === undefined) {
    if (status.isPending) return <WaitingRow title={t('mfa')} text={t('mfaOff')} />;
    const retry = <Button onClick={() => void status.refetch()}>{shared('tryAgain')}</Button>;
    return <SettingRow title={t('mfa')} text={t('mfaUnknown')} action={retry} />;
  }
  const isObsolete = opened?.dialog === 'turn-off' && opened.factor !== factor;
  // One element for every state, so that the dialog stays mounted while the row changes.
  return (
    <>
      <SettingRow
        title={t('mfa')}
        text={factor === undefined ? t('mfaOff') : t('mfaOn')}
        action={
          factor === undefined ? (
            <Button busy={isBusy} onClick={() => void turnOn()}>
              {t('turnOn')}
            </Button>
          ) : (
            <Button
              aria-disabled={isBusy || undefined}
              onClick={() => {
                if (!isBusy) setOpened({ dialog: 'turn-off', factor });
              }}
            >
              {t('turnOff')}
            </Button>
          )
        }
      />
      {factor !== undefined && codes.data !== undefined && (
        <SettingRow
          title={t('codes')}
          text={t('codesLeft', { count: codes.data })}
          action={
            <Button busy={isBusy} onClick={() => void showNewCodes(t('codesText'))}>
              {t('newCodes')}
            </Button>
          }
        />
      )}
      <Suspense fallback={<PartLoading />}>
        {opened && !isObsolete && (
          <MfaDialog
            opened={opened}
            isBusy={isBusy}
            onClose={close}
            onEnrolled={handleEnrolled}
            onTurnOff={(id) => void turnOff(id)}
          />
        )}
      </Suspense>
    </>
  );
}
