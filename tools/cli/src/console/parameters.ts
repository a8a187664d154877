/** Parameters of the console's routes. */
import type { Context } from 'hono';
import { AppError } from '@slipway/contracts';

/** @throws `invalid_input` */
export function parameter(context: Context, name: string): string {
  const value = context.req.query(name);
  if (value && value.length <= 200 && !value.startsWith('-')) return value;
  throw new AppError('invalid_input', `${name} is missing or not valid`);
}

/** @throws `invalid_input` */
export function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new AppError('invalid_input', 'since must be a time in ISO-8601');
  return time;
}

/** @throws `invalid_input` */
export function sliceOf(text: string): string {
  if (/^[a-z][a-z0-9-]{0,38}$/.test(text)) return text;
  throw new AppError('invalid_input', 'slice must be the name of a slice');
}
