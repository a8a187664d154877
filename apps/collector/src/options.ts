/** The service's options, from environment variables. */
import { AppError } from '@slipway/contracts';
import { LOCALHOST, readDatabaseUrl, readInteger, readLogLevel, readSecret, required } from '@slipway/server';

export interface Options {
  port: number;
  /** The address to listen on: this machine's only by default. */
  host: string;
  /** The database with the schema `health`. */
  databaseUrl: string;
  /** Environment to the origin of its app, which serves `/slipway.json`. */
  environments: ReadonlyMap<string, string>;
  /** The key of readers of the records. */
  key: string;
  /** Reports per minute from one address. */
  limit: number | undefined;
  /** The number of own proxies in front; each appends an address to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Seconds between two rounds over the canaries; undefined without `SLIPWAY_ENVIRONMENTS`. */
  canarySeconds: number | undefined;
  logLevel: string;
  /** The OTLP endpoint for metrics; undefined disables them. */
  telemetryUrl: string | undefined;
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

/** `docs/configuration.md` describes the variables. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  return {
    port: readInteger(env, 'PORT', { max: 65_535 }) ?? 8081,
    host: env['HOST'] || LOCALHOST,
    databaseUrl: required('DATABASE_URL', readDatabaseUrl(env)),
    environments: readEnvironments(required('HEALTH_ENVIRONMENTS', env['HEALTH_ENVIRONMENTS'])),
    key: required('SLIPWAY_HEALTH_KEY', readSecret(env, 'SLIPWAY_HEALTH_KEY')),
    limit: readInteger(env, 'HEALTH_LIMIT', { max: 10_000_000 }),
    trustedProxies: readInteger(env, 'TRUSTED_PROXIES', { max: 10 }) ?? 0,
    canarySeconds: env['SLIPWAY_ENVIRONMENTS']
      ? (readInteger(env, 'CANARY_SECONDS', { max: 3_600 }) ?? 60)
      : undefined,
    logLevel: readLogLevel(env, 'info'),
    telemetryUrl: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
  };
}
