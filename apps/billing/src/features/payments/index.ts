/** The payment provider of this build. Replace it here to use a real one. */
import { noPayments } from './noPayments';
import type { PaymentProvider } from '../../data/paymentProvider';

export const payments: PaymentProvider = noPayments;
