/** A price in a sentence: `free`, `$0.05 per message`, `$49/month`. Prints numbers as the marketplace does. */
import type { Price } from '../data/terms';
import { t } from '../messages';

export const priceText = ({ perMessage, perMonth }: Price): string => {
  if (perMessage > 0) return t('pricePerMessage', { price: String(perMessage) });
  return perMonth > 0 ? t('pricePerMonth', { price: String(perMonth) }) : t('priceFree');
};
