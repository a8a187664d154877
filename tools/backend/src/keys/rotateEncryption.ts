/** The rotation of the encryption key: begins one or continues an interrupted one, and encrypts every row again. */
import { AppError } from '@slipway/contracts';
import { keyIdOf } from '../accounts/secrets';
import type { Database } from '../database/database';
import { recordSecurityEvent } from '../securityEvents';
import { type Keys, newKey, readKeys, writeKeys } from '../settings/keys';
import { withEnvironment } from '../settings/previousKeys';
import { ciphertextsByKey, useEncryptionKeys } from './encryptionKey';
import { reencrypt } from './reencrypt';
import type { RotateOptions, Rotation } from './rotation';

/** The keys to encrypt with: generated, set in the environment, or those of a rotation that was interrupted. */
async function beginEncryption(database: Database, options: RotateOptions) {
  const stored = readKeys(options.home);
  const known = withEnvironment(stored, options);
  const currentId = keyIdOf(known.slipwayKey);
  const used = await database.transaction(async (executor) => {
    await useEncryptionKeys(executor, known);
    return ciphertextsByKey(executor);
  });
  const isUnfinished =
    stored.previous.some(({ name }) => name === 'encryption') ||
    (options.slipwayKey !== undefined && used.some(({ key_id: id }) => id !== currentId));
  if (isUnfinished) return { keys: known, isContinued: true };
  if (options.slipwayKey !== undefined) {
    throw new AppError(
      'conflict',
      'Every row is encrypted with SLIPWAY_KEY already. To rotate it, set SLIPWAY_KEY to a new value and SLIPWAY_KEY_PREVIOUS to this one, and run the command again',
    );
  }
  const begun: Keys = {
    ...stored,
    slipwayKey: await newKey('encryption'),
    since: { ...stored.since, encryption: new Date().toISOString() },
    previous: [{ name: 'encryption', key: stored.slipwayKey }, ...stored.previous],
  };
  if (!options.isDryRun) writeKeys(options.home, begun);
  return { keys: withEnvironment(begun, options), isContinued: false };
}

/** The earlier key stays in the keys file: the caller removes it when the rows are safe. */
export async function rotateEncryption(database: Database, options: RotateOptions): Promise<Rotation> {
  const { name, batch, isDryRun, progress = () => undefined } = options;
  const { keys, isContinued } = await beginEncryption(database, options);
  const [previous] = keys.previous.filter((key) => key.name === 'encryption').map(({ key }) => keyIdOf(key));
  const rotation = { name, id: keyIdOf(keys.slipwayKey), previousId: previous, isContinued };
  if (isDryRun) return { ...rotation, id: isContinued ? rotation.id : undefined };
  const rows = await reencrypt(database, keys, {
    ...(batch !== undefined && { batch }),
    onBatch: (changed) => {
      progress(`Encrypted ${String(changed)} rows`);
    },
  });
  const details = { key: name, id: rotation.id, previous_id: previous ?? null, ...rows };
  await recordSecurityEvent(database, { type: 'backend_key_rotated', details });
  return { ...rotation, rows };
}
