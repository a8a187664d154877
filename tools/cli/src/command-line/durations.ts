/** Durations as users write them: `30s`, `10m`, `24h`. */
import { AppError } from '@slipway/contracts';

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds. @throws `invalid_input` */
export function parseDuration(option: string, text: string): number {
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(number) * units[unit as keyof typeof units];
  if (milliseconds > 0) return milliseconds;
  throw new AppError('invalid_input', `${option} ${text} must be a duration such as 30s, 10m or 24h`);
}
