/** The provider of this build. A real one takes its place here, and no page changes. */
import { noPayments } from './noPayments';
import type { PaymentProvider } from '../../data/paymentProvider';

export const payments: PaymentProvider = noPayments;
