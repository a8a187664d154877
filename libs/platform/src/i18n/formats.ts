/** Numbers, money, times and lists as every slice shows them. Times are ISO-8601. */
import {
  englishDate,
  englishDateTime,
  englishDay,
  englishList,
  englishNumber,
  englishPast,
  englishTime,
} from './english';
import { language } from './language';

/** `Intl` objects are expensive to create, so each is created on first use and kept. */
function once<Format>(create: () => Format): () => Format {
  let format: Format | undefined;
  return () => (format ??= create());
}

const isEnglish = () => language() === 'en';

const dates = (
  options: Intl.DateTimeFormatOptions,
  inEnglish: (time: Date) => string | undefined = () => undefined,
) => {
  const format = once(() => new Intl.DateTimeFormat(language(), options));
  return (value: string | Date): string => {
    const time = new Date(value);
    return (isEnglish() ? inEnglish(time) : undefined) ?? format().format(time);
  };
};

const numbers = (options: Intl.NumberFormatOptions, sign = '') => {
  const format = once(() => new Intl.NumberFormat(language(), options));
  return (value: number): string => {
    const text = isEnglish() ? englishNumber(value, options) : undefined;
    return text === undefined ? format().format(value) : sign + text;
  };
};

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const lists = once(() => new Intl.ListFormat(language()));
const relative = once(() => new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }));

/** Formats numbers, money, times and lists as every slice shows them. */
export const formats = {
  /** `1,234` */
  integer: numbers({}),
  /** US dollars: `$1,234.50` */
  dollars: numbers({ style: 'currency', currency: 'USD', ...cents }, '$'),
  /** `Nov 21, 2026` in the user's time zone */
  date: dates({ dateStyle: 'medium' }, (time) => englishDate(time, false)),
  /** `Nov 21, 2026, 9:00 AM` in the user's time zone */
  dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }, englishDateTime),
  /** `9:00 AM` in the user's time zone */
  timeOfDay: dates({ timeStyle: 'short' }, englishTime),
  /** `Nov 21, 2026` in UTC, for billing periods */
  utcDate: dates({ dateStyle: 'medium', timeZone: 'UTC' }, (time) => englishDate(time, true)),
  /** `Nov 21` in UTC, for the days of a chart */
  utcMonthDay: dates({ month: 'short', day: 'numeric', timeZone: 'UTC' }, (time) => englishDay(time, true)),
  /** `a name, a category, and a price` */
  list: (items: readonly string[]): string => (isEnglish() ? englishList(items) : lists().format(items)),
  /** `5 minutes ago`, `yesterday` */
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    (isEnglish() ? englishPast(value, unit) : undefined) ?? relative().format(value, unit),
};
