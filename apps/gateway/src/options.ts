/** The service's options, from environment variables. */
import { AppError } from '@slipway/contracts';
import { LOCALHOST, readDatabaseUrl, readInteger, readList, readLogLevel, required } from '@slipway/server';

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

/** `docs/configuration.md` describes the variables. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const supabaseUrl = required('SUPABASE_URL', env['SUPABASE_URL']);
  for (const [name, value] of [
    ['SUPABASE_URL', supabaseUrl],
    ['PUBLIC_URL', env['PUBLIC_URL'] || undefined],
  ] as const) {
    if (value !== undefined && !/^https?:\/\/[^\s/]+\/?$/.test(value)) {
      throw new AppError('invalid_input', `${name} must be an origin such as https://agents.example`);
    }
  }
  const port = readInteger(env, 'PORT', { max: 65_535 }) ?? 8080;
  return {
    port,
    host: env['HOST'] || LOCALHOST,
    supabaseUrl,
    secretKey: required('SUPABASE_SECRET_KEY', env['SUPABASE_SECRET_KEY']),
    publishableKey: required('SUPABASE_PUBLISHABLE_KEY', env['SUPABASE_PUBLISHABLE_KEY']),
    databaseUrl: readDatabaseUrl(env),
    appOrigins: readList(env, 'APP_ORIGINS'),
    publicUrl: env['PUBLIC_URL'] || `http://${LOCALHOST}:${String(port)}`,
    trustedProxies: readInteger(env, 'TRUSTED_PROXIES', { max: 10 }) ?? 0,
    readLimit: readInteger(env, 'READ_LIMIT', { max: 1_000_000 }) ?? 6000,
    timeLimit: readInteger(env, 'TIME_LIMIT_MS', { max: 3_600_000 }) ?? 120_000,
    logLevel: readLogLevel(env, 'info'),
    telemetryUrl: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
  };
}
