/** What a person may set, from the environment. */
import { isAbsolute, join } from 'node:path';
import { AppError } from '@slipway/contracts';

export interface Options {
  port: number;
  /** Absolute. */
  home: string;
  databaseUrl: string | undefined;
  /** Encrypts the keys of deployments; one is made in the home when it is not given. */
  slipwayKey: string | undefined;
}

const DEFAULT_PORT = 4200;

/** `PORT`, `SLIPWAY_HOME`, `DATABASE_URL`, `SLIPWAY_KEY`; `root` is where a relative home begins. @throws `invalid_input` */
export function readOptions(env: NodeJS.ProcessEnv, root: string): Options {
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new AppError(
      'invalid_input',
      `PORT is "${env.PORT ?? ''}": it must be a whole number from 1 to 65535`,
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
  return { port, home: isAbsolute(home) ? home : join(root, home), databaseUrl, slipwayKey };
}
