/** How long ago a moment was, in words. */

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `now`, `5 minutes ago`, `yesterday`; the date when it is more than a month. `time` is ISO-8601. */
export function timeAgo(time: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  if (seconds < MINUTE) return words.format(0, 'second');
  if (seconds < HOUR) return words.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return words.format(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < 30 * DAY) return words.format(-Math.floor(seconds / DAY), 'day');
  return day.format(new Date(time));
}
