/** What a person may set, from the environment. */
import { isAbsolute, join } from 'node:path';
import type { GitHubApp } from '@slipway/backend';
import { AppError } from '@slipway/contracts';

export interface Options {
  port: number;
  /** What people open: another address than the port's where a web server stands in front. */
  origin: string;
  /** Absolute. */
  home: string;
  databaseUrl: string | undefined;
  /** Encrypts the keys of deployments; one is made in the home when it is not given. */
  slipwayKey: string | undefined;
  /** Sign-in with GitHub; off when it is not given. */
  github: GitHubApp | undefined;
  /** Sign-ins and new accounts from one address in five minutes. */
  signInLimit: number;
}

const DEFAULT_PORT = 4200;
/** GoTrue's own. */
const SIGN_IN_LIMIT = 30;

/** @throws `invalid_input` for one half of the pair, or an address that is none */
function readGitHub(env: NodeJS.ProcessEnv): GitHubApp | undefined {
  const clientId = env.GITHUB_CLIENT_ID || undefined;
  const secret = env.GITHUB_CLIENT_SECRET || undefined;
  const url = env.GITHUB_URL || undefined;
  if (!clientId && !secret) return undefined;
  if (!clientId || !secret) {
    throw new AppError('invalid_input', 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET go together: set both');
  }
  if (url && !/^https?:\/\/[^\s/]+$/.test(url)) {
    throw new AppError('invalid_input', 'GITHUB_URL must be an origin, such as https://github.example.com');
  }
  return { clientId, secret, url };
}

/** `PORT`, `PUBLIC_URL`, `SLIPWAY_HOME`, `DATABASE_URL`, `SLIPWAY_KEY`, `SIGN_IN_LIMIT`, `GITHUB_*`; `root` is where a relative home begins. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv, root: string): Options {
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new AppError(
      'invalid_input',
      `PORT is "${env.PORT ?? ''}": it must be a whole number from 1 to 65535`,
    );
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
      'DATABASE_URL must begin with postgres://, such as postgres://me@127.0.0.1:5432/slipway',
    );
  }
  const slipwayKey = env.SLIPWAY_KEY || undefined;
  if (slipwayKey && slipwayKey.length < 32) {
    throw new AppError('invalid_input', 'SLIPWAY_KEY is too short: it must have 32 characters or more');
  }
  const signInLimit = env.SIGN_IN_LIMIT ? Number(env.SIGN_IN_LIMIT) : SIGN_IN_LIMIT;
  if (!Number.isInteger(signInLimit) || signInLimit < 1) {
    throw new AppError(
      'invalid_input',
      `SIGN_IN_LIMIT is "${env.SIGN_IN_LIMIT ?? ''}": it must be a whole number above 0`,
    );
  }
  return {
    port,
    origin,
    signInLimit,
    home: isAbsolute(home) ? home : join(root, home),
    databaseUrl,
    slipwayKey,
    github: readGitHub(env),
  };
}
