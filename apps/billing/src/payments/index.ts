/** The provider of this build. A real one takes its place here, and no page changes. */
import { noPayments } from './none';
import type { PaymentProvider } from './provider';

export const payments: PaymentProvider = noPayments;
