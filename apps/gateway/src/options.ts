/** The service's options, from environment variables. */
import { AppError } from '@slipway/contracts';
import { LOCALHOST } from '@slipway/server';

export interface Options {
  port: number;
  /** The address to listen on: this machine's only by default. */
  host: string;
  /** The URL of the Supabase project, such as `https://abc.supabase.co`. */
  supabaseUrl: string;
  secretKey: string;
  publishableKey: string;
  /** The project's PostgreSQL: calls reach it directly. Undefined: they use PostgREST, which costs more per call. */
  databaseUrl: string | undefined;
  /** Origins of the app, where they differ from the gateway's. */
  appOrigins: string[];
  /** In documents and examples; the local address by default. */
  publicUrl: string;
  /** The number of own proxies in front; each appends an address to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Requests per minute from one address without a valid key. */
  readLimit: number;
  /** Milliseconds for a complete response. */
  timeLimit: number;
  logLevel: string;
  /** The OTLP endpoint for traces and metrics; undefined disables them. */
  telemetryUrl: string | undefined;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new AppError('invalid_input', `${name} is not set`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new AppError(
      'invalid_input',
      `${name} is "${env[name] ?? ''}": it must be an integer from 0 to ${String(most)}`,
    );
  }
  return value;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** `docs/configuration.md` describes the variables. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const supabaseUrl = required(env, 'SUPABASE_URL');
  const logLevel = env['LOG_LEVEL'] || 'info';
  const databaseUrl = env['DATABASE_URL'] || undefined;
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\/[^\s/]+/.test(databaseUrl)) {
    throw new AppError(
      'invalid_input',
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    );
  }
  for (const [name, value] of [
    ['SUPABASE_URL', supabaseUrl],
    ['PUBLIC_URL', env['PUBLIC_URL'] || undefined],
  ] as const) {
    if (value !== undefined && !/^https?:\/\/[^\s/]+\/?$/.test(value)) {
      throw new AppError('invalid_input', `${name} must be an origin such as https://agents.example`);
    }
  }
  if (!LEVELS.includes(logLevel)) {
    throw new AppError('invalid_input', `LOG_LEVEL is "${logLevel}": it must be one of ${LEVELS.join(', ')}`);
  }
  const port = wholeNumber(env, 'PORT', 8080, 65_535);
  return {
    port,
    host: env['HOST'] || LOCALHOST,
    supabaseUrl,
    secretKey: required(env, 'SUPABASE_SECRET_KEY'),
    publishableKey: required(env, 'SUPABASE_PUBLISHABLE_KEY'),
    databaseUrl,
    appOrigins: (env['APP_ORIGINS'] ?? '').split(/[\s,]+/).filter(Boolean),
    publicUrl: env['PUBLIC_URL'] || `http://${LOCALHOST}:${String(port)}`,
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', 0, 10),
    readLimit: wholeNumber(env, 'READ_LIMIT', 6000, 1_000_000),
    timeLimit: wholeNumber(env, 'TIME_LIMIT_MS', 120_000, 3_600_000),
    logLevel,
    telemetryUrl: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
  };
}
