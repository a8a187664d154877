/** No payment provider is configured: each door says so, and leads nowhere. */
import { toast } from '@slipway/design-system';
import { t } from '../../messages';
import type { PaymentProvider } from '../../data/paymentProvider';

const sayNoCheckout = () => {
  toast.info(t('stripeMissing'), { id: 'billing-checkout' });
};

export const noPayments: PaymentProvider = {
  upgrade: sayNoCheckout,
  contactSales: sayNoCheckout,
  manage: () => {
    toast.info(t('portalMissing'), { id: 'billing-portal' });
  },
};
