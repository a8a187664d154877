/** The settings of Stripe, from environment variables. */
import { AppError } from '@slipway/contracts';
import type { StripeSettings } from './stripeProvider';

const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO'] as const;

/** Undefined without any of the variables: there are no payments. @throws `invalid_input` if only some are set */
export function stripeFromEnvironment(env: NodeJS.ProcessEnv): StripeSettings | undefined {
  const [secretKey = '', webhookSecret = '', pricePro = ''] = names.map((name) => env[name]);
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new AppError('invalid_input', `Payments also need ${missing.join(' and ')}`);
  return {
    ...{ secretKey, webhookSecret, pricePro },
    connectSecret: env['STRIPE_CONNECT_WEBHOOK_SECRET'] || undefined,
    apiUrl: env['STRIPE_API_URL'] || undefined,
  };
}
