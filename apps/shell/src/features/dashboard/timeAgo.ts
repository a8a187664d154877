/** Relative times for the activity list. */

import { formats } from '@slipway/platform';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `now`, `5 minutes ago`, `yesterday`; the date after 30 days. `time` is ISO-8601. */
export function timeAgo(time: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  if (seconds < MINUTE) return formats.relative(0, 'second');
  if (seconds < HOUR) return formats.relative(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return formats.relative(-Math.floor(seconds / HOUR), 'hour');
  if (seconds < 30 * DAY) return formats.relative(-Math.floor(seconds / DAY), 'day');
  return formats.date(time);
}
