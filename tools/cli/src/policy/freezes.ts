/** Freeze windows: times during which an environment does not change. */
import { type Freeze, weekdays } from '../environment/policy';
import { wholeSeconds } from '../trust/metadata';

/** The weekday (`mon` to `sun`) and the time (`16:30`) in a time zone. */
function localTime(at: Date, timeZone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value.toLowerCase() ?? '';
  return { day: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

function isFrozen(freeze: Freeze, at: Date): boolean {
  if (!('days' in freeze))
    return Date.parse(freeze.from) <= at.getTime() && at.getTime() < Date.parse(freeze.to);
  const { day, time } = localTime(at, freeze.timeZone);
  return freeze.days.some((one) => one === day) && freeze.from <= time && time < freeze.to;
}

const shown = (freeze: Freeze): string =>
  'days' in freeze
    ? `${weekdays.filter((day) => freeze.days.includes(day)).join(', ')} ${freeze.from} to ${freeze.to} ${freeze.timeZone}`
    : `${wholeSeconds(freeze.from)} to ${wholeSeconds(freeze.to)}`;

/** One text for each window that contains `at`, such as `year end, 2026-12-20T00:00:00Z to …`. */
export const freezesAt = (freezes: readonly Freeze[], at: Date): string[] =>
  freezes.filter((freeze) => isFrozen(freeze, at)).map((freeze) => `${freeze.reason}, ${shown(freeze)}`);
