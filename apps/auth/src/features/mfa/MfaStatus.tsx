/** Turns two-step verification on and off, and asks for the code that is due. For backends that support it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { enrollFactor, type NewFactor, removeFactor, signOut } from '@slipway/session';
import { mfaStatusQuery } from '../../data/mfaStatus';
import { t } from '../../messages';
import { CodeDialog } from './CodeDialog';

export function MfaStatus() {
  const status = useQuery(mfaStatusQuery());
  const queryClient = useQueryClient();
  const [enrolling, setEnrolling] = useState<NewFactor>();
  const [isBusy, setIsBusy] = useState(false);

  const refresh = () => queryClient.invalidateQueries({ queryKey: mfaStatusQuery().queryKey });
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
  const turnOn = () => run(async () => setEnrolling(await enrollFactor()));
  const turnOff = (factor: string) =>
    run(async () => {
      await removeFactor(factor);
      toast.success(t('turnedOff'));
      await refresh();
    });

  if (status.isPending) return <Skeleton height="2.5rem" shape="block" />;
  const factor = status.data?.factor;
  const state = factor === undefined ? t('mfaOff') : t('mfaOn');
  return (
    <Stack direction="row" justify="between" gap="md" wrap>
      <Stack gap="xs">
        <Text weight="medium">{t('mfa')}</Text>
        <Text size="sm" tone="muted">
          {status.isError ? t('mfaUnknown') : state}
        </Text>
      </Stack>
      {status.isError ? (
        <Button onClick={() => void status.refetch()}>{t('tryAgain')}</Button>
      ) : (
        <Button disabled={isBusy} onClick={() => void (factor === undefined ? turnOn() : turnOff(factor))}>
          {factor === undefined ? t('turnOn') : t('turnOff')}
        </Button>
      )}
      {enrolling && (
        <CodeDialog
          title={t('enrollTitle')}
          description={t('enrollText')}
          factor={enrolling.id}
          closeLabel={t('cancel')}
          onClose={() => {
            setEnrolling(undefined);
          }}
          onVerified={() => {
            setEnrolling(undefined);
            toast.success(t('turnedOn'));
            void refresh();
          }}
        >
          <Stack gap="sm" align="center">
            <img src={enrolling.picture} alt={t('enrollQrCode')} width={184} height={184} />
            <Text size="sm" tone="muted">
              {t('enrollSecret')}
            </Text>
            <Text as="code" size="sm">
              {enrolling.secret}
            </Text>
          </Stack>
        </CodeDialog>
      )}
      {status.data?.isDue && factor !== undefined && (
        <CodeDialog
          title={t('challengeTitle')}
          description={t('challengeText')}
          factor={factor}
          closeLabel={t('signOut')}
          onClose={() => {
            void run(signOut);
          }}
          onVerified={() => void refresh()}
        />
      )}
    </Stack>
  );
}
