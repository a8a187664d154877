/** The keys of this server's installation: what `slipway keys rotate` lists and replaces, with the server's variables. */
import { join } from 'node:path';
import { type KeyName, keyNames, listKeys, rotateKey, type Rotation } from '@slipway/backend';
import { readOptions } from './app/options';

const root = join(import.meta.dirname, '../../..');

export interface RotateRequest {
  name: string;
  /** Seconds. */
  overlap: number | undefined;
  isDryRun: boolean;
  progress: (line: string) => void;
}

/** Ids and ages, without the keys. @throws `not_found`, `invalid_input`, `unavailable` */
export function keysOfInstallation(env: NodeJS.ProcessEnv): ReturnType<typeof listKeys> {
  const { home, ...options } = readOptions(env, root);
  return listKeys(home, options);
}

export const isKeyName = (name: string): name is KeyName => keyNames.some((known) => known === name);

/** @throws `not_found`, `conflict`, `invalid_input`, `unavailable` */
export async function rotate(
  env: NodeJS.ProcessEnv,
  request: RotateRequest & { name: KeyName },
): Promise<Rotation & { isServer: boolean }> {
  const { home, databaseUrl, slipwayKey, previousSlipwayKey } = readOptions(env, root);
  const rotation = await rotateKey({ home, databaseUrl, slipwayKey, previousSlipwayKey, ...request });
  return { ...rotation, isServer: databaseUrl !== undefined };
}
