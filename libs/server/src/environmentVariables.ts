/**
 * Reads the environment variables of servers. An empty variable counts as one that is not set. Each error names the variable,
 * and never repeats a secret.
 */
import { AppError } from '@slipway/contracts';

type Env = NodeJS.ProcessEnv;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const MIN_SECRET_LENGTH = 32;

/** The value of the variable `name`. @throws `invalid_input` when it is not set */
export function required<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined || value === '') throw new AppError('invalid_input', `${name} is not set`);
  return value;
}

/** Undefined when it is not set. @throws `invalid_input` when it is no integer within the limits */
export function readInteger(
  env: Env,
  name: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const limits =
    max === Number.MAX_SAFE_INTEGER ? `of at least ${String(min)}` : `from ${String(min)} to ${String(max)}`;
  throw new AppError('invalid_input', `${name} is "${text}": it must be an integer ${limits}`);
}

/** Entries that spaces or commas separate. */
export const readList = (env: Env, name: string): string[] =>
  (env[name] ?? '').split(/[\s,]+/).filter(Boolean);

/** Undefined when it is not set. @throws `invalid_input` when it is too short to be a secret */
export function readSecret(env: Env, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value === undefined || value.length >= MIN_SECRET_LENGTH) return value;
  throw new AppError(
    'invalid_input',
    `${name} is too short: it must have at least ${String(MIN_SECRET_LENGTH)} characters`,
  );
}

/** `DATABASE_URL`; undefined when it is not set. @throws `invalid_input` */
export function readDatabaseUrl(env: Env): string | undefined {
  const url = env['DATABASE_URL'] || undefined;
  if (url === undefined || /^postgres(?:ql)?:\/\//.test(url)) return url;
  throw new AppError(
    'invalid_input',
    'DATABASE_URL must start with postgres://, such as postgres://user:password@host:5432/name',
  );
}

/** `LOG_LEVEL`, as pino knows them. @throws `invalid_input` */
export function readLogLevel(env: Env, fallback: string): string {
  const level = env['LOG_LEVEL'] || fallback;
  if (LOG_LEVELS.includes(level)) return level;
  throw new AppError('invalid_input', `LOG_LEVEL is "${level}": it must be one of ${LOG_LEVELS.join(', ')}`);
}
