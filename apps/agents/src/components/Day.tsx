import { formatDay } from '../messages';

/** A day in the reader's time zone; `time` is ISO-8601. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} translate="no">
      {formatDay(time)}
    </time>
  );
}
