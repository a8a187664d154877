/** Numbers, money and times as every slice shows them. Times are ISO-8601. */
import { language } from './language';

/** `Intl` objects are expensive to create, so each is created on first use and kept. */
function once<Format>(create: () => Format): () => Format {
  let format: Format | undefined;
  return () => (format ??= create());
}

const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = once(() => new Intl.DateTimeFormat(language(), options));
  return (time: string | Date): string => format().format(new Date(time));
};

const integer = once(() => new Intl.NumberFormat(language()));
const dollars = once(() => new Intl.NumberFormat(language(), { style: 'currency', currency: 'USD' }));
const relative = once(() => new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }));

/** Formats numbers, money and times as every slice shows them. */
export const formats = {
  /** `1,234` */
  integer: (value: number): string => integer().format(value),
  /** US dollars: `$1,234.50` */
  dollars: (value: number): string => dollars().format(value),
  /** `Nov 21, 2026` in the user's time zone */
  date: dates({ dateStyle: 'medium' }),
  /** `Nov 21, 2026, 9:00 AM` in the user's time zone */
  dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
  /** `9:00 AM` in the user's time zone */
  timeOfDay: dates({ timeStyle: 'short' }),
  /** `Nov 21, 2026` in UTC, for billing periods */
  utcDate: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
  /** `Nov 21` in UTC, for the days of a chart */
  utcMonthDay: dates({ month: 'short', day: 'numeric', timeZone: 'UTC' }),
  /** `5 minutes ago`, `yesterday` */
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit): string => relative().format(value, unit),
};
