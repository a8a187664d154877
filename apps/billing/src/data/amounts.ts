/** Amounts, dates and remaining days of a bill. */
import { formats } from '@slipway/platform';

/** US dollars. An amount that would round to zero shows as less than a cent. */
export const money = (amount: number): string =>
  amount > 0 && amount < 0.005 ? `< ${formats.dollars(0.01)}` : formats.dollars(amount);

/** Credits with a minus sign. */
export const signedMoney = (amount: number): string => (amount < 0 ? `−${money(-amount)}` : money(amount));

/** A date with non-breaking spaces: a period wraps only between its two dates. */
export const dateInLine = (date: string): string => formats.utcDate(date).replaceAll(' ', '\u00a0');

/** A time on the last day of a period with an exclusive end: November 30 if `end` is December 1 at 00:00. */
export const lastDayOf = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days until `end`, rounded up; 0 once it is past. `now` is in milliseconds since 1970. */
export const daysUntil = (end: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(end) - now) / DAY_MS));
