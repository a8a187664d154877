/** Payments through this environment's server: the browser goes to the provider's page, and comes back to Billing. */
import { toast } from '@slipway/design-system';
import { paymentPage } from '../../data/paymentPage';
import type { PaymentProvider } from '../../data/paymentProvider';
import { t } from '../overview/messages';
import { noPayments } from './noPayments';

async function goTo(page: 'checkout' | 'portal'): Promise<void> {
  try {
    window.location.assign(await paymentPage(page));
  } catch {
    toast.error(t('paymentFailed'), { id: 'billing-payment' });
  }
}

export const serverPayments: PaymentProvider = {
  upgrade: () => void goTo('checkout'),
  manage: () => void goTo('portal'),
  // Sold by contract, not by checkout.
  contactSales: noPayments.contactSales,
};
