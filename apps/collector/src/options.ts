/** The service's options, from environment variables. */
import { AppError } from '@slipway/contracts';
import { LOCALHOST } from '@slipway/server';

export interface Options {
  port: number;
  /** The address to listen on: this machine's only by default. */
  host: string;
  /** Where schema `health` is. */
  databaseUrl: string;
  /** Environment to the origin of its app, which serves `/slipway.json`. */
  environments: ReadonlyMap<string, string>;
  /** The key of readers of the records. */
  key: string;
  /** Reports per minute from one address. */
  limit: number | undefined;
  /** The number of own proxies in front; each appends an address to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Seconds between two looks at the canaries; undefined without `SLIPWAY_ENVIRONMENTS`. */
  canarySeconds: number | undefined;
  logLevel: string;
  /** The OTLP endpoint for metrics; undefined disables them. */
  telemetryUrl: string | undefined;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new AppError('invalid_input', `${name} is not set`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new AppError(
    'invalid_input',
    `${name} is "${env[name] ?? ''}": it must be an integer from 0 to ${String(most)}`,
  );
}

/** `production=https://app.example staging=https://staging.example` */
function readEnvironments(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const parsed = entries.map((entry) => /^([a-z][a-z0-9-]{0,38})=(https?:\/\/[^\s/]+)$/.exec(entry));
  const wrong = entries.find((_, index) => !parsed[index]);
  if (wrong !== undefined) {
    throw new AppError(
      'invalid_input',
      `HEALTH_ENVIRONMENTS has "${wrong}": write environments with the origins of their apps, such as production=https://app.example`,
    );
  }
  return new Map(parsed.map((match) => [match?.[1] ?? '', match?.[2] ?? '']));
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** `docs/configuration.md` describes the variables. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const logLevel = env['LOG_LEVEL'] || 'info';
  if (!LEVELS.includes(logLevel)) {
    throw new AppError('invalid_input', `LOG_LEVEL is "${logLevel}": it must be one of ${LEVELS.join(', ')}`);
  }
  const databaseUrl = required(env, 'DATABASE_URL');
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new AppError('invalid_input', 'DATABASE_URL must start with postgres://');
  }
  const key = required(env, 'SLIPWAY_HEALTH_KEY');
  if (key.length < 32) {
    throw new AppError(
      'invalid_input',
      'SLIPWAY_HEALTH_KEY is too short: it must have at least 32 characters',
    );
  }
  return {
    port: wholeNumber(env, 'PORT', 8081, 65_535),
    host: env['HOST'] || LOCALHOST,
    databaseUrl,
    environments: readEnvironments(required(env, 'HEALTH_ENVIRONMENTS')),
    key,
    limit: env['HEALTH_LIMIT'] ? wholeNumber(env, 'HEALTH_LIMIT', 0, 10_000_000) : undefined,
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', 0, 10),
    canarySeconds: env['SLIPWAY_ENVIRONMENTS'] ? wholeNumber(env, 'CANARY_SECONDS', 60, 3_600) : undefined,
    logLevel,
    telemetryUrl: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
  };
}
