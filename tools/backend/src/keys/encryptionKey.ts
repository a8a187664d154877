/** The id of the current encryption key, in the database: a server with an earlier key cannot write (decision 032). */
import { keyIdOf } from '../accounts/secrets';
import type { SqlExecutor } from '../database/database';
import type { Keys } from '../settings/keys';
import { previousKeysSetting, previousOf } from '../settings/previousKeys';

/** For the rest of the transaction, as every request sets them. */
export async function useEncryptionKeys(executor: SqlExecutor, keys: Keys): Promise<void> {
  await executor.rows(
    "select set_config('slipway.key', $1, true), set_config('slipway.previous_keys', $2, true)",
    [keys.slipwayKey, previousKeysSetting(keys)],
  );
}

/** Makes a key the current one. Waits for writes with the earlier key. Returns the earlier id, if it differs. */
export async function setCurrentKey(executor: SqlExecutor, keyId: string): Promise<string | undefined> {
  const [row] = await executor.rows<{ id: string }>(
    'select id from private.current_encryption_key for update',
  );
  if (row?.id === keyId) return undefined;
  await executor.rows(
    `insert into private.current_encryption_key (id) values ($1)
     on conflict (is_only) do update set id = excluded.id, since = now()`,
    [keyId],
  );
  return row?.id;
}

/** How many rows have secrets of deployments or of authenticator apps, by the id of their key; null: from before ids. */
export const ciphertextsByKey = (
  executor: SqlExecutor,
): Promise<{ key_id: string | null; row_count: number }[]> =>
  executor.rows(`
    select key_id, sum(row_count)::integer as row_count from (
      select key_id, row_count from private.encryption_keys_in_use()
      union all
      select key_id, 1 from auth.mfa_factors
    ) as stored group by key_id order by key_id nulls last`);

/** For the server's start, after the migrations: announces its key, and reports what it cannot read. */
export async function announceEncryptionKey(
  executor: SqlExecutor,
  keys: Keys,
  log: (line: string) => void,
): Promise<void> {
  await useEncryptionKeys(executor, keys);
  const keyId = keyIdOf(keys.slipwayKey);
  const previous = previousOf(keys, 'encryption').map(keyIdOf);
  const earlier = await setCurrentKey(executor, keyId);
  if (previous.length === 0 && earlier === undefined) return;
  const others = (await ciphertextsByKey(executor)).filter((row) => row.key_id !== keyId);
  const isReadable = (id: string | null) => id !== null && previous.includes(id);
  const lost = others.filter((row) => row.key_id !== null && !isReadable(row.key_id));
  if (lost.length > 0) {
    log(
      `Secrets in this database are encrypted with a key that this server does not have (${lost.map((row) => row.key_id ?? '').join(', ')}). ` +
        'Set SLIPWAY_KEY_PREVIOUS to that key, and run npx slipway keys rotate encryption (docs/runbook.md)',
    );
  }
  if (others.some((row) => isReadable(row.key_id))) {
    log('Secrets in this database are encrypted with a previous key. Run npx slipway keys rotate encryption');
  }
}
