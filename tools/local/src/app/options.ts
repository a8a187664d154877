/** The local server's options, from environment variables. */
import { isAbsolute, join } from 'node:path';
import type { GitHubApp, SmtpSettings } from '@slipway/backend';
import { AppError } from '@slipway/contracts';
import { isLoopbackHostname } from '@supabase/lite';
import { readDatabaseUrl, readInteger, readSecret } from '@slipway/server';
import { readSmtp } from '@slipway/server/mail';
import { blockedPorts } from './blockedPorts';

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
  /** Whether to build the slices at the start. */
  buildsSlices: boolean;
  /** Sign-ins and sign-ups per address in five minutes. */
  signInLimit: number;
  /** One-time codes per address in five minutes. */
  codeLimit: number;
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
/** GoTrue's defaults. */
const SIGN_IN_LIMIT = 30;
const CODE_LIMIT = 30;
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

/** By default only on a private address, and never in a database that may have other uses. */
function readDemo(choice: string | undefined, isPrivate: boolean): boolean {
  if (choice && choice !== '0' && choice !== '1') {
    throw new AppError('invalid_input', `SLIPWAY_DEMO is "${choice}": it must be 0 or 1`);
  }
  return choice ? choice === '1' : isPrivate;
}

/**
 * Reads `PORT`, `PUBLIC_URL`, `SLIPWAY_HOME`, `SLIPWAY_NO_BUILD`, `DATABASE_URL`, `SLIPWAY_DEMO`, `SLIPWAY_KEY`, `SLIPWAY_KEY_PREVIOUS`,
 * `SIGN_IN_LIMIT`, `CODE_LIMIT`, `SWEEP_SECONDS`, `READ_LIMIT`, `HEALTH_LIMIT`, `SLIPWAY_HEALTH_KEY`, `TRUSTED_PROXIES`,
 * `SMTP_*` and `GITHUB_*`. A relative home starts at `root`.
 * @throws `invalid_input`
 */
export function readOptions(env: NodeJS.ProcessEnv, root: string): Options {
  const port = readInteger(env, 'PORT', { min: 1, max: 65_535 }) ?? DEFAULT_PORT;
  if (blockedPorts.includes(port)) {
    throw new AppError('invalid_input', `PORT is "${String(port)}": browsers block it. Use another port`);
  }
  const origin = env.PUBLIC_URL || `http://127.0.0.1:${String(port)}`;
  if (!/^https?:\/\/[^\s/]+$/.test(origin)) {
    throw new AppError(
      'invalid_input',
      `PUBLIC_URL is "${origin}": it must be an origin, such as http://127.0.0.1:8080`,
    );
  }
  const home = env.SLIPWAY_HOME || '.slipway';
  const databaseUrl = readDatabaseUrl(env);
  const isLoopback = isLoopbackHostname(new URL(origin).hostname);
  const hasDemo = readDemo(env.SLIPWAY_DEMO, isLoopback && !databaseUrl);
  const smtp = readSmtp(env);
  return {
    port,
    origin,
    isLoopback,
    hasDemo,
    hasMailbox: hasDemo && isLoopback && !smtp,
    smtp,
    signInLimit: readInteger(env, 'SIGN_IN_LIMIT', { min: 1 }) ?? SIGN_IN_LIMIT,
    codeLimit: readInteger(env, 'CODE_LIMIT', { min: 1 }) ?? CODE_LIMIT,
    sweepSeconds: readInteger(env, 'SWEEP_SECONDS', { min: 1 }) ?? 1,
    readLimit: readInteger(env, 'READ_LIMIT', { min: 1 }) ?? READ_LIMIT,
    healthLimit: readInteger(env, 'HEALTH_LIMIT', { min: 1 }),
    healthKey: readSecret(env, 'SLIPWAY_HEALTH_KEY'),
    trustedProxies: readInteger(env, 'TRUSTED_PROXIES', { max: 10 }) ?? 0,
    home: isAbsolute(home) ? home : join(root, home),
    databaseUrl,
    slipwayKey: readSecret(env, 'SLIPWAY_KEY'),
    previousSlipwayKey: readSecret(env, 'SLIPWAY_KEY_PREVIOUS'),
    github: readGitHub(env),
    buildsSlices: env.SLIPWAY_NO_BUILD !== '1',
  };
}
