import { formats } from '@slipway/platform';

/** A day in the reader's time zone; `time` is ISO-8601. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} translate="no">
      {formats.date(time)}
    </time>
  );
}
