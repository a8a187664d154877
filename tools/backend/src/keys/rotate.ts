/**
 * Replaces a key of the installation (`slipway keys rotate`). The keys file is replaced first, with the earlier key kept in
 * it, and loses that key last: whenever the process is killed, every token and every row has its key in the file. A
 * rotation of the encryption key that was interrupted is continued by the next one.
 */
import { join } from 'node:path';
import { keyFor, keyIdOf } from '../accounts/secrets';
import type { Database } from '../database/database';
import { recordSecurityEvent } from '../securityEvents';
import {
  fieldOf,
  type KeyName,
  type Keys,
  newKey,
  type PreviousKey,
  readKeys,
  writeKeys,
} from '../settings/keys';
import { isValid } from '../settings/previousKeys';
import { assertMigrated, flush, openInstallation } from './installation';
import { rotateEncryption } from './rotateEncryption';
import type { RotateOptions, Rotation } from './rotation';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Seconds. Mailed codes, whose hashes need the `jwt` key, work for an hour and tokens for ten minutes; pages stay open for
 * days with the publishable key of their composition.
 */
export const defaultOverlaps: Readonly<Record<Exclude<KeyName, 'encryption'>, number>> = {
  jwt: HOUR + 300,
  publishable: 30 * DAY,
  secret: 0,
};

/** Hashes of addresses are deleted after this time (`accountGuard.ts`). */
const ADDRESSES = 180 * DAY;

const entry = (name: PreviousKey['name'], key: string, overlap: number): PreviousKey[] =>
  overlap === 0 ? [] : [{ name, key, overlap }];

/** The keys after the rotation of one that needs no change of rows. Without an overlap, no earlier one works either. */
function replaced(keys: Keys, name: Exclude<KeyName, 'encryption'>, key: string, overlap: number): Keys {
  const earlier = keys[fieldOf[name]];
  const kept = keys.previous.filter(
    (previous) => isValid(previous) && (overlap > 0 || previous.name !== name),
  );
  const addresses = keyFor(earlier, 'addresses').toString('base64url');
  return {
    ...keys,
    [fieldOf[name]]: key,
    since: { ...keys.since, [name]: new Date().toISOString() },
    previous: [
      ...entry(name, earlier, overlap),
      ...(name === 'jwt' ? entry('addresses', addresses, ADDRESSES) : []),
      ...kept,
    ],
  };
}

async function rotateSimple(
  database: Database,
  { home, name, overlap, isDryRun }: RotateOptions & { name: Exclude<KeyName, 'encryption'> },
): Promise<Rotation> {
  const seconds = overlap ?? defaultOverlaps[name];
  const keys = readKeys(home);
  const previousId = keyIdOf(keys[fieldOf[name]]);
  if (isDryRun) return { name, id: undefined, previousId, overlap: seconds };
  const key = await newKey(name);
  writeKeys(home, replaced(keys, name, key, seconds));
  const id = keyIdOf(key);
  const details = { key: name, id, previous_id: previousId, overlap: seconds };
  await recordSecurityEvent(database, { type: 'backend_key_rotated', details });
  return { name, id, previousId, overlap: seconds };
}

/**
 * Replaces a key. The server must be started, or started again, afterwards.
 * @throws `not_found` without keys or data, `conflict` while the embedded database is in use
 */
export async function rotateKey(options: RotateOptions): Promise<Rotation> {
  const { home, databaseUrl, name } = options;
  readKeys(home); // before anything is created
  const { database, unlock } = await openInstallation(options);
  try {
    let rotation: Rotation;
    try {
      await assertMigrated(database);
      rotation =
        name === 'encryption'
          ? await rotateEncryption(database, options)
          : await rotateSimple(database, { ...options, name });
    } finally {
      await database.close();
    }
    if (name === 'encryption' && !options.isDryRun) {
      if (!databaseUrl) flush(join(home, 'data'));
      const keys = readKeys(home);
      writeKeys(home, { ...keys, previous: keys.previous.filter((key) => key.name !== 'encryption') });
    }
    return rotation;
  } finally {
    unlock();
  }
}
