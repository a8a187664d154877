/** Whether the balance is paid out, and the way to the payment provider's page that changes it. */
import { useState } from 'react';
import { Button, Stack, Text, toast } from '@slipway/design-system';
import { useTakesPayments } from '@slipway/platform';
import { paymentPage } from '../../data/paymentPage';
import { t } from '../overview/messages';

const states = ['none', 'onboarding', 'ready', 'restricted'] as const;

export function PayoutState({ state }: { state: string }) {
  const takesPayments = useTakesPayments();
  const [isBusy, setBusy] = useState(false);
  const known = states.find((each) => each === state) ?? 'none';
  if (!takesPayments) return <Text tone="muted">{t('payoutsOff')}</Text>;

  const go = async () => {
    setBusy(true);
    try {
      window.location.assign(await paymentPage('payouts'));
    } catch {
      toast.error(t('payoutsFailed'), { id: 'billing-payouts' });
      setBusy(false);
    }
  };
  return (
    <Stack direction="row" justify="between" wrap>
      <Text tone="muted">{t(`payouts-${known}`)}</Text>
      <Button busy={isBusy} onClick={() => void go()}>
        {t(`payoutsAction-${known}`)}
      </Button>
    </Stack>
  );
}
