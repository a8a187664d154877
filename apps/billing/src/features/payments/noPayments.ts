/** Stub provider: every action shows a "not configured" toast, with the texts of the specification. */
import { toast } from '@slipway/design-system';
import { t } from '../overview/messages';
import type { PaymentProvider } from '../../data/paymentProvider';

const showNoCheckout = () => {
  toast.info(t('stripeMissing'), { id: 'billing-checkout' });
};

export const noPayments: PaymentProvider = {
  upgrade: showNoCheckout,
  contactSales: showNoCheckout,
  manage: () => {
    toast.info(t('portalMissing'), { id: 'billing-portal' });
  },
};
