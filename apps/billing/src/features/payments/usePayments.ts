/** The payment provider of this environment: its server's, or none. */
import { useTakesPayments } from '@slipway/platform';
import type { PaymentProvider } from '../../data/paymentProvider';
import { noPayments } from './noPayments';
import { serverPayments } from './serverPayments';

export const usePayments = (): PaymentProvider => (useTakesPayments() ? serverPayments : noPayments);
