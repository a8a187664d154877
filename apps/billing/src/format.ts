/** Money and days as people read them. */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US dollars; what would round to nothing is said to be less than a cent. */
export const money = (amount: number): string =>
  amount > 0 && amount < 0.005 ? `< ${dollars.format(0.01)}` : dollars.format(amount);

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A day of UTC, which is what periods and sums are made of. */
export const dayOf = (time: string): string => date.format(new Date(time));

/** The same without its year: `Nov 21`. */
export const monthAndDay = (time: string): string => shortDate.format(new Date(time));

/** A moment, in the reader's own time. */
export const momentOf = (time: string): string => moment.format(new Date(time));

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days until `end`, a day that has begun counting as one; 0 when it is past. */
export const daysUntil = (end: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(end) - now) / DAY_MS));
