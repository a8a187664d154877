/** Numbers, times and versions as the console shows them. */

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Time since `at`, such as `3 h`. */
export function age(at: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(at));
  const [unit, size] = units.find(([, size]) => passed >= size) ?? units[3];
  return `${String(Math.floor(passed / size))} ${unit}`;
}

/** Whether `at` is before the last `hours`. */
export const isBeforeLast = (hours: number, at: string) => Date.now() - Date.parse(at) > hours * 3_600_000;

/** The first digits of a version, as the command line shows it. */
export const short = (version: string) => version.slice(0, 8);

/** `0.4%`; small shares keep a digit that is not zero. */
export function percent(share: number): string {
  const value = share * 100;
  const digits = value === 0 || value >= 10 ? 0 : value >= 1 ? 1 : 2;
  return `${value.toFixed(digits)}%`;
}

/** `1.9 s`, `240 ms`. */
export const duration = (ms: number) =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${String(Math.round(ms))} ms`;

export const number = (value: number) => value.toLocaleString('en');

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayAndTime = new Intl.DateTimeFormat('en', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

/** In the user's time zone. */
export const moment = (at: string) => dateTime.format(new Date(at));

/** The label of a period of a chart. */
export const periodLabel = (at: string, hours: number) =>
  (hours > 24 ? dayAndTime : timeOnly).format(new Date(at));
