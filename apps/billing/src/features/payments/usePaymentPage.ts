/** Goes to a page of the payment provider, once, and shows why one could not be opened. */
import { useQueryClient } from '@tanstack/react-query';
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { readSession } from '@slipway/session';
import { type PaymentPage, paymentPage } from '../../data/paymentPage';
import { pendingCheckout } from '../../data/pendingCheckout';
import { t } from '../overview/messages';

const failures: Partial<Record<ErrorCode, Parameters<typeof t>[0]>> = {
  conflict: 'paymentHasPlan',
  not_found: 'paymentNone',
  rate_limited: 'paymentLimit',
};

/** A mutation with the page as its variable. It is pending until the browser has left this page. */
export function usePaymentPage() {
  const queryClient = useQueryClient();
  return useExclusiveMutation({
    mutationKey: ['billing', 'payment-page'],
    idOf: () => 'any',
    mutationFn: async (page: PaymentPage) => {
      const address = await paymentPage(page);
      const session = readSession();
      if (page === 'checkout' && session.status === 'signed-in') pendingCheckout(session.user.id).set(true);
      window.location.assign(address);
      // Stay pending until Back restores this page from the browser's cache.
      await new Promise((resolve) => {
        window.addEventListener('pageshow', resolve, { once: true });
      });
    },
    onError: (error, page) => {
      const known = page === 'payouts' || !isAppError(error) ? undefined : failures[error.code];
      toast.error(t(known ?? (page === 'payouts' ? 'payoutsFailed' : 'paymentFailed')), {
        id: 'billing-payment',
      });
      // The plan was changed in another tab or by the operator.
      if (known === 'paymentHasPlan') void queryClient.invalidateQueries({ queryKey: ['billing'] });
    },
  });
}
