/** The service's options, from environment variables. */
import { AppError } from '@slipway/contracts';
import {
  isLocalHost,
  LOCALHOST,
  readDatabaseUrl,
  readInteger,
  readList,
  readLogLevel,
  required,
} from '@slipway/server';

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
  /** Origins of the app, if they differ from the gateway's. Links in mails use the first. */
  appOrigins: string[];
  /** In documents and examples. The local address by default, if only this machine can reach the gateway. */
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

/** The origin of the variable's URL, without a trailing slash. @throws `invalid_input` */
function originOf(name: string, url: string): string {
  if (/^https?:\/\/[^\s/?#@]+\/?$/.test(url) && URL.canParse(url)) return new URL(url).origin;
  throw new AppError('invalid_input', `${name} must be an origin such as https://agents.example`);
}

/** `docs/configuration.md` describes the variables. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv): Options {
  const port = readInteger(env, 'PORT', { max: 65_535 }) ?? 8080;
  const host = env['HOST'] || LOCALHOST;
  const publicUrl = env['PUBLIC_URL'] || undefined;
  if (publicUrl === undefined && !isLocalHost(host)) {
    throw new AppError(
      'invalid_input',
      `PUBLIC_URL is not set: the gateway listens on ${host}, so its documents need the address that its clients use, such as https://agents.example`,
    );
  }
  return {
    port,
    host,
    supabaseUrl: originOf('SUPABASE_URL', required('SUPABASE_URL', env['SUPABASE_URL'])),
    secretKey: required('SUPABASE_SECRET_KEY', env['SUPABASE_SECRET_KEY']),
    publishableKey: required('SUPABASE_PUBLISHABLE_KEY', env['SUPABASE_PUBLISHABLE_KEY']),
    databaseUrl: readDatabaseUrl(env),
    appOrigins: readList(env, 'APP_ORIGINS').map((url) => originOf('APP_ORIGINS', url)),
    publicUrl: originOf('PUBLIC_URL', publicUrl ?? `http://${LOCALHOST}:${String(port)}`),
    trustedProxies: readInteger(env, 'TRUSTED_PROXIES', { max: 10 }) ?? 0,
    readLimit: readInteger(env, 'READ_LIMIT', { max: 1_000_000 }) ?? 6000,
    timeLimit: readInteger(env, 'TIME_LIMIT_MS', { max: 3_600_000 }) ?? 120_000,
    logLevel: readLogLevel(env, 'info'),
    telemetryUrl: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
  };
}
