/** What an agent costs, as a person reads it. Prices are US dollars, printed as JavaScript prints a number. */
import { t } from '../messages';

export interface Price {
  pricing_model: string;
  price_per_message: number | null;
  price_per_month: number | null;
}

/** `Free`, `$19/month` or `$0.01 per message`. */
export function priceLabel({ pricing_model, price_per_message, price_per_month }: Price): string {
  if (pricing_model === 'free') return t('free');
  if (pricing_model === 'per_month') return t('perMonth', { price: String(price_per_month ?? 0) });
  return t('perMessage', { price: String(price_per_message ?? 0) });
}
