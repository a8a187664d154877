/**
 * Numbers, times and plurals in English as `Intl` formats them. The first number that `Intl` formats takes a slow phone more
 * than 0.1 s, the first time 20 ms more. Every function returns undefined for what it does not format: `Intl` then does.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Digits that a number keeps after its point. */
interface FractionDigits {
  minimumFractionDigits?: number | undefined;
  maximumFractionDigits?: number | undefined;
}

/** `1,234.50` for a number that is not negative and needs no rounding. */
export function englishNumber(
  value: number,
  { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(least, 3) }: FractionDigits,
): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || fraction.length > most || Object.is(value, -0)) return undefined;
  const digits = fraction.padEnd(least, '0');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (digits && `.${digits}`);
}

/** The category of a count. */
export const englishPlural = (count: number): 'one' | 'other' => (Math.abs(count) === 1 ? 'one' : 'other');

/** `Nov 21`, of a day in UTC or in the time zone of the user. */
export function englishDay(time: Date, isUtc: boolean): string | undefined {
  const month = months[isUtc ? time.getUTCMonth() : time.getMonth()];
  return month && `${month} ${String(isUtc ? time.getUTCDate() : time.getDate())}`;
}

/** `Nov 21, 2026` */
export function englishDate(time: Date, isUtc: boolean): string | undefined {
  const year = isUtc ? time.getUTCFullYear() : time.getFullYear();
  return year > 0 ? `${englishDay(time, isUtc) ?? ''}, ${String(year)}` : undefined;
}

/** `5 minutes ago`, `yesterday`, `now` */
export function englishPast(value: number, unit: string): string | undefined {
  if (unit === 'second' && value === 0) return 'now';
  if (unit === 'day' && value === -1) return 'yesterday';
  const isPast = Number.isInteger(value) && value < 0 && ['second', 'minute', 'hour', 'day'].includes(unit);
  const count = isPast ? englishNumber(-value, {}) : undefined;
  return count && `${count} ${unit}${englishPlural(value) === 'one' ? '' : 's'} ago`;
}
