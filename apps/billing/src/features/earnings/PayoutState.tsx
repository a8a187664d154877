/** Whether the balance is paid out, and the way to the payment provider's page that changes it. */
import { Button, Stack, Text } from '@slipway/design-system';
import { useTakesPayments } from '@slipway/platform';
import { t } from '../overview/messages';
import { usePaymentPage } from '../payments/usePaymentPage';

const states = ['none', 'onboarding', 'ready', 'restricted'] as const;

export function PayoutState({ state }: { state: string }) {
  const takesPayments = useTakesPayments();
  const { isPending, variables, mutate } = usePaymentPage();
  const known = states.find((each) => each === state) ?? 'none';
  if (!takesPayments) return <Text tone="muted">{t('payoutsOff')}</Text>;

  return (
    <Stack direction="row" justify="between" wrap>
      <Text tone="muted">{t(`payouts-${known}`)}</Text>
      <Button
        busy={isPending && variables === 'payouts'}
        onClick={() => {
          mutate('payouts');
        }}
      >
        {t(`payoutsAction-${known}`)}
      </Button>
    </Stack>
  );
}
