/** What an agent costs, as a person reads it. Prices are US dollars, printed as JavaScript prints a number. */

export interface Price {
  pricing_model: string;
  price_per_message: number | null;
  price_per_month: number | null;
}

/** `Free`, `$19/month` or `$0.01 per message`. */
export function priceLabel({ pricing_model, price_per_message, price_per_month }: Price): string {
  if (pricing_model === 'free') return 'Free';
  if (pricing_model === 'per_month') return `$${String(price_per_month ?? 0)}/month`;
  return `$${String(price_per_message ?? 0)} per message`;
}
