/** Two-step verification: on, off, and the code that is due in this session. Shown where the backend has it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { enrolFactor, type NewFactor, removeFactor, signOut } from '@slipway/session';
import { secondStepQuery } from '../../data/mfaStatus';
import { t } from '../../messages';
import { CodeDialog } from './CodeDialog';

export function SecondStep() {
  const step = useQuery(secondStepQuery());
  const queryClient = useQueryClient();
  const [enrolling, setEnrolling] = useState<NewFactor>();
  const [isBusy, setIsBusy] = useState(false);

  const refresh = () => queryClient.invalidateQueries({ queryKey: secondStepQuery().queryKey });
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch {
      toast.error(t('secondStepFailed'));
    } finally {
      setIsBusy(false);
    }
  };
  const turnOn = () => attempt(async () => setEnrolling(await enrolFactor()));
  const turnOff = (factor: string) =>
    attempt(async () => {
      await removeFactor(factor);
      toast.success(t('turnedOff'));
      await refresh();
    });

  if (step.isPending) return <Skeleton height="2.5rem" shape="block" />;
  const factor = step.data?.factor;
  const state = factor === undefined ? t('secondStepOff') : t('secondStepOn');
  return (
    <Stack direction="row" justify="between" gap="md" wrap>
      <Stack gap="xs">
        <Text weight="medium">{t('secondStep')}</Text>
        <Text size="sm" tone="muted">
          {step.isError ? t('secondStepUnknown') : state}
        </Text>
      </Stack>
      {step.isError ? (
        <Button onClick={() => void step.refetch()}>{t('tryAgain')}</Button>
      ) : (
        <Button disabled={isBusy} onClick={() => void (factor === undefined ? turnOn() : turnOff(factor))}>
          {factor === undefined ? t('turnOn') : t('turnOff')}
        </Button>
      )}
      {enrolling && (
        <CodeDialog
          title={t('enrolTitle')}
          description={t('enrolText')}
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
            <img src={enrolling.picture} alt={t('enrolPicture')} width={184} height={184} />
            <Text size="sm" tone="muted">
              {t('enrolSecret')}
            </Text>
            <Text as="code" size="sm">
              {enrolling.secret}
            </Text>
          </Stack>
        </CodeDialog>
      )}
      {step.data?.isDue && factor !== undefined && (
        <CodeDialog
          title={t('challengeTitle')}
          description={t('challengeText')}
          factor={factor}
          closeLabel={t('signOut')}
          onClose={() => {
            void attempt(signOut);
          }}
          onVerified={() => void refresh()}
        />
      )}
    </Stack>
  );
}
