/** The payment provider of this environment, whose pages redirect back to Billing; a stub if there is none. */
import { useTakesPayments } from '@slipway/platform';
import type { PaymentProvider } from '../../data/paymentProvider';
import { noPayments } from './noPayments';
import { usePaymentPage } from './usePaymentPage';

export function usePayments(): PaymentProvider {
  const { isPending, variables, mutate } = usePaymentPage();
  if (!useTakesPayments()) return noPayments;
  return {
    opening: isPending && variables !== 'payouts' ? variables : undefined,
    upgrade: () => {
      mutate('checkout');
    },
    manage: () => {
      mutate('portal');
    },
    // Sold by contract, not by checkout.
    contactSales: noPayments.contactSales,
  };
}
