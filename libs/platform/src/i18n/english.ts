/**
 * Formats numbers, times, lists and plurals in English exactly as `Intl` does: the first use of `Intl` takes about 0.1
 * s on a slow phone. A function returns undefined for a value or option that it does not support; use `Intl` then.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Digits that a number keeps after its point. */
interface FractionDigits {
  minimumFractionDigits?: number | undefined;
  maximumFractionDigits?: number | undefined;
}

/** `1,234.50` for a number that is not negative, rounded half up. */
export function englishNumber(
  value: number,
  { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(least, 3) }: FractionDigits,
): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || Object.is(value, -0)) return undefined;
  const kept = fraction.slice(0, most);
  const isRoundedUp = Number(fraction[most] ?? 0) >= 5;
  const digits = String(BigInt(whole + kept) + (isRoundedUp ? 1n : 0n)).padStart(kept.length + 1, '0');
  const point = digits.length - kept.length;
  const decimals = digits.slice(point).replace(/0+$/, '').padEnd(least, '0');
  return digits.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, ',') + (decimals && `.${decimals}`);
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

/** `9:00 AM` in the time zone of the user */
export function englishTime(time: Date): string | undefined {
  const hours = time.getHours();
  if (Number.isNaN(hours)) return undefined;
  const minutes = String(time.getMinutes()).padStart(2, '0');
  return `${String(hours % 12 || 12)}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** `Nov 21, 2026, 9:00 AM` in the time zone of the user */
export function englishDateTime(time: Date): string | undefined {
  const date = englishDate(time, false);
  return date && `${date}, ${englishTime(time) ?? ''}`;
}

/** `a`, `a and b`, `a, b, and c` */
export function englishList(items: readonly string[]): string {
  if (items.length < 3) return items.join(' and ');
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1) ?? ''}`;
}

/** `5 minutes ago`, `yesterday`, `now` */
export function englishPast(value: number, unit: string): string | undefined {
  if (unit === 'second' && value === 0) return 'now';
  if (unit === 'day' && value === -1) return 'yesterday';
  const isPast = Number.isInteger(value) && value < 0 && ['second', 'minute', 'hour', 'day'].includes(unit);
  const count = isPast ? englishNumber(-value, {}) : undefined;
  return count && `${count} ${unit}${englishPlural(value) === 'one' ? '' : 's'} ago`;
}
