/** Labels that the pages of this slice share: prices, categories, creators, counts and dates. */
import { categories } from '../data/category';
import { t } from '../messages';

export interface Price {
  pricing_model: string;
  price_per_message: number | null;
  price_per_month: number | null;
}

/** `Free`, `$19/month` or `$0.01 per message`: US dollars, printed as JavaScript prints a number. */
export function priceLabel({ pricing_model, price_per_message, price_per_month }: Price): string {
  if (pricing_model === 'free') return t('free');
  if (pricing_model === 'per_month') return t('perMonth', { price: String(price_per_month ?? 0) });
  return t('perMessage', { price: String(price_per_message ?? 0) });
}

/** `count_listings` stops counting here. */
const COUNTED_UP_TO = 10_000;

/** The line above the results; a `total` beyond what is counted shows as "10,000+". */
export const countLine = (shown: number, total: number) =>
  t('count', {
    shown,
    total: Math.min(total, COUNTED_UP_TO),
    more: total > COUNTED_UP_TO ? 'yes' : 'no',
  });

/** A category that this release does not know is shown as it is stored. */
export function categoryName(category: string): string {
  const known = categories.find((each) => each === category);
  return known ? t(`category-${known}`) : category;
}

export const byline = (creator: string | null | undefined) =>
  t('by', { creator: creator?.trim() ? creator : t('anonymous') });
