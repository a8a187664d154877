/** The state of a payment, after the payment provider's page has led back. */
import { Notice } from '@slipway/design-system';
import { t } from '../overview/messages';
import type { PaymentResult } from './useSubscription';

export const PaymentNotice = ({ result, plan }: { result: PaymentResult; plan: string }) => (
  <Notice tone={result === 'late' ? 'warning' : 'info'}>
    {result === 'confirmed' ? t('payment-confirmed', { plan }) : t(`payment-${result}`)}
  </Notice>
);
