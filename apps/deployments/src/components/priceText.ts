/** A price in a sentence: `free`, `$0.05 per message`, `$49.00 per month`. */
import type { Price } from '../data/terms';
import { t } from '../messages';

export const priceText = ({ perMessage, perMonth }: Price): string => {
  if (perMessage > 0) return t('pricePerMessage', { price: perMessage });
  return perMonth > 0 ? t('pricePerMonth', { price: perMonth }) : t('priceFree');
};
