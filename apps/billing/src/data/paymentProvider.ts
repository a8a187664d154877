/** The payment provider, as the page uses it. An implementation is chosen in `features/payments`. */
import type { Plan } from './plans';

export interface PaymentProvider {
  /** The page that is being opened. */
  opening?: 'checkout' | 'portal' | undefined;
  /** Starts a checkout for a plan. */
  upgrade: (plan: Plan) => void;
  /** Opens the page where the user changes or cancels the subscription. */
  manage: () => void;
  /** For a plan that is sold by contract. */
  contactSales: (plan: Plan) => void;
}
