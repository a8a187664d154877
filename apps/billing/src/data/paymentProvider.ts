/** Who takes the money. A page asks for one of three things and knows nothing else of it. */
import type { Plan } from './plans';

export interface PaymentProvider {
  /** Begins a subscription: a checkout, or a word why there is none. */
  upgrade: (plan: Plan) => void;
  /** Opens what a person changes or ends a subscription with. */
  manage: () => void;
  /** For a plan that is agreed on with people. */
  contactSales: (plan: Plan) => void;
}
