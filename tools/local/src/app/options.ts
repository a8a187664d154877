/** The local server's options, from environment variables. */
import { isAbsolute, join } from 'node:path';
import type { GitHubApp, SmtpSettings } from '@slipway/backend';
import { AppError } from '@slipway/contracts';
import { isLoopbackHostname } from '@supabase/lite';
import { readSmtp } from '@slipway/server/mail';

export interface Options {
  port: number;
  /** The origin that users open; it differs from the port's behind a reverse proxy. */
  origin: string;
  /** Absolute. */
  home: string;
  databaseUrl: string | undefined;
  /** Whether the origin is on this machine, so that no other user can reach the server. */
  isLoopback: boolean;
  /** Whether a new database gets the demo user, whose password is public, with its sample data. */
  hasDemo: boolean;
  /** Whether mails are kept and shown instead of sent. */
  hasMailbox: boolean;
  /** Sends mails. */
  smtp: SmtpSettings | undefined;
  /** Encrypts the API keys of deployments; generated in the home folder by default. */
  slipwayKey: string | undefined;
  /** An earlier value of `slipwayKey`, until its rows are encrypted again. */
  previousSlipwayKey: string | undefined;
  /** Enables sign-in with GitHub. */
  github: GitHubApp | undefined;
  /** Off where the slices are built already. */
  buildsSlices: boolean;
  /** Sign-ins and sign-ups per address in five minutes. */
  signInLimit: number;
  /** Seconds between runs of the database's periodic work. */
  sweepSeconds: number;
  /** Reads per minute from one address without a session; a signed-in user has a fifth. */
  readLimit: number;
  /** Reports about the health of pages per minute from one address. */
  healthLimit: number | undefined;
  /** The key of readers of the records; generated in the home folder by default. */
  healthKey: string | undefined;
  /** The number of own proxies in front; each appends an address to `X-Forwarded-For`. */
  trustedProxies: number;
}

const DEFAULT_PORT = 4200;
/** GoTrue's default. */
const SIGN_IN_LIMIT = 30;
const READ_LIMIT = 6000;

/** @throws `invalid_input` for an incomplete pair or an invalid URL */
function readGitHub(env: NodeJS.ProcessEnv): GitHubApp | undefined {
  const clientId = env.GITHUB_CLIENT_ID || undefined;
  const secret = env.GITHUB_CLIENT_SECRET || undefined;
  const url = env.GITHUB_URL || undefined;
  if (!clientId && !secret) return undefined;
  if (!clientId || !secret) {
    throw new AppError('invalid_input', 'Set both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET');
  }
  if (url && !/^https?:\/\/[^\s/]+$/.test(url)) {
    throw new AppError('invalid_input', 'GITHUB_URL must be an origin, such as https://github.example.com');
  }
  return { clientId, secret, url };
}

function readSecret(
  env: NodeJS.ProcessEnv,
  name: 'SLIPWAY_KEY' | 'SLIPWAY_KEY_PREVIOUS' | 'SLIPWAY_HEALTH_KEY',
): string | undefined {
  const key = env[name] || undefined;
  if (key && key.length < 32) {
    throw new AppError('invalid_input', `${name} is too short: it must have at least 32 characters`);
  }
  return key;
}

/** The default: only where no other user is, and never in a database that may have other uses. */
function readDemo(choice: string | undefined, isPrivate: boolean): boolean {
  if (choice && choice !== '0' && choice !== '1') {
    throw new AppError('invalid_input', `SLIPWAY_DEMO is "${choice}": it must be 0 or 1`);
  }
  return choice ? choice === '1' : isPrivate;
}

function readPositive(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (Number.isInteger(value) && value > 0) return value;
  throw new AppError('invalid_input', `${name} is "${env[name] ?? ''}": it must be a positive integer`);
}

/**
 * Reads `PORT`, `PUBLIC_URL`, `SLIPWAY_HOME`, `SLIPWAY_NO_BUILD`, `DATABASE_URL`, `SLIPWAY_DEMO`, `SLIPWAY_KEY`, `SLIPWAY_KEY_PREVIOUS`,
 * `SIGN_IN_LIMIT`, `SWEEP_SECONDS`, `READ_LIMIT`, `HEALTH_LIMIT`, `SLIPWAY_HEALTH_KEY`, `TRUSTED_PROXIES`, `SMTP_*` and `GITHUB_*`. A relative home starts at `root`.
 * @throws `invalid_input`
 */
export function readOptions(env: NodeJS.ProcessEnv, root: string): Options {
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new AppError('invalid_input', `PORT is "${env.PORT ?? ''}": it must be an integer from 1 to 65535`);
  }
  const origin = env.PUBLIC_URL || `http://127.0.0.1:${String(port)}`;
  if (!/^https?:\/\/[^\s/]+$/.test(origin)) {
    throw new AppError(
      'invalid_input',
      `PUBLIC_URL is "${origin}": it must be an origin, such as http://127.0.0.1:8080`,
    );
  }
  const home = env.SLIPWAY_HOME || '.slipway';
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new AppError(
      'invalid_input',
      'DATABASE_URL must start with postgres://, such as postgres://me@127.0.0.1:5432/slipway',
    );
  }
  const slipwayKey = readSecret(env, 'SLIPWAY_KEY');
  const previousSlipwayKey = readSecret(env, 'SLIPWAY_KEY_PREVIOUS');
  const signInLimit = readPositive(env, 'SIGN_IN_LIMIT', SIGN_IN_LIMIT);
  const readLimit = readPositive(env, 'READ_LIMIT', READ_LIMIT);
  const isLoopback = isLoopbackHostname(new URL(origin).hostname);
  const hasDemo = readDemo(env.SLIPWAY_DEMO, isLoopback && !databaseUrl);
  const trustedProxies = Number(env.TRUSTED_PROXIES || 0);
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0 || trustedProxies > 10) {
    throw new AppError(
      'invalid_input',
      `TRUSTED_PROXIES is "${env.TRUSTED_PROXIES ?? ''}": it must be an integer from 0 to 10`,
    );
  }
  const smtp = readSmtp(env);
  return {
    port,
    origin,
    isLoopback,
    hasDemo,
    hasMailbox: hasDemo && isLoopback && !smtp,
    smtp,
    signInLimit,
    sweepSeconds: readPositive(env, 'SWEEP_SECONDS', 1),
    readLimit,
    healthLimit: env.HEALTH_LIMIT ? readPositive(env, 'HEALTH_LIMIT', 1) : undefined,
    healthKey: readSecret(env, 'SLIPWAY_HEALTH_KEY'),
    trustedProxies,
    home: isAbsolute(home) ? home : join(root, home),
    databaseUrl,
    slipwayKey,
    previousSlipwayKey,
    github: readGitHub(env),
    buildsSlices: env.SLIPWAY_NO_BUILD !== '1',
  };
}
