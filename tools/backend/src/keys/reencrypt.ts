/**
 * Encrypts every secret in the database with the current key, in batches: API keys of deployments, also of archived ones,
 * secrets of tools and webhooks, and of authenticator apps. Each row names its key, so an interruption at any point loses nothing.
 */
import { encryption, type Encrypted } from '../accounts/encryption';
import { keyIdOf } from '../accounts/secrets';
import type { Database, SqlExecutor } from '../database/database';
import type { Keys } from '../settings/keys';
import { setCurrentKey, useEncryptionKeys } from './encryptionKey';

/** Rows per transaction. */
const BATCH = 500;

export interface Reencrypted {
  changed: number;
  /** Rows with an unknown key, which are not changed. */
  unreadable: number;
}

type FactorRow = { id: string } & Encrypted & Record<string, unknown>;

type Batch = Reencrypted & { last: string | null };

const keysBatch = async (executor: SqlExecutor, after: string | null, size: number): Promise<Batch> => {
  const [batch] = await executor.rows<Batch & Record<string, unknown>>(
    `select changed, unreadable, last::text from private.reencrypt_keys(nullif($1, '')::uuid, $2::integer)`,
    [after ?? '', size],
  );
  return batch ?? { changed: 0, unreadable: 0, last: null };
};

const factorsBatch =
  (keys: Keys) =>
  async (executor: SqlExecutor, after: string | null, size: number): Promise<Batch> => {
    const secrets = encryption(keys, 'second factors');
    const rows = await executor.rows<FactorRow>(
      `select id::text, secret, key_id from auth.mfa_factors
       where key_id is distinct from $1 and ($2 = '' or id > nullif($2, '')::uuid)
       order by id limit $3::integer for update`,
      [secrets.keyId, after ?? '', size],
    );
    let changed = 0;
    for (const row of rows) {
      const text = secrets.decrypt(row);
      if (text === undefined) continue;
      await executor.rows('update auth.mfa_factors set secret = $2, key_id = $3 where id = $1::text::uuid', [
        row.id,
        secrets.encrypt(text).secret,
        secrets.keyId,
      ]);
      changed += 1;
    }
    return { changed, unreadable: rows.length - changed, last: rows.at(-1)?.id ?? null };
  };

interface Options {
  /** After each transaction, with the rows so far. */
  onBatch?: (changed: number) => void;
  batch?: number;
}

/** Resolves when every row that can be decrypted here is encrypted with the current key. */
export async function reencrypt(
  database: Database,
  keys: Keys,
  { onBatch = () => undefined, batch = BATCH }: Options = {},
): Promise<Reencrypted> {
  let changed = 0;
  const kinds = [keysBatch, factorsBatch(keys)];
  await database.transaction((executor) => setCurrentKey(executor, keyIdOf(keys.slipwayKey)));
  for (const next of kinds) {
    for (let after: string | null = null, isDone = false; !isDone;) {
      const from: string | null = after;
      const done: Batch = await database.transaction(async (executor) => {
        await useEncryptionKeys(executor, keys);
        return next(executor, from, batch);
      });
      changed += done.changed;
      after = done.last;
      isDone = done.last === null;
      onBatch(changed);
    }
  }
  // A transaction that began before can have archived a row with its old ciphertext: wait for it, and visit every row again.
  const rest = await database.transaction(async (executor) => {
    await executor.run(`
      set local lock_timeout = '30s';
      lock table private.deployment_keys, private.deployment_archive, private.agent_tool_secrets, private.webhook_secrets,
        auth.mfa_factors in share row exclusive mode`);
    await useEncryptionKeys(executor, keys);
    const found: Reencrypted = { changed: 0, unreadable: 0 };
    for (const next of kinds) {
      for (let after: string | null = null, isDone = false; !isDone;) {
        const done: Batch = await next(executor, after, batch);
        found.changed += done.changed;
        found.unreadable += done.unreadable;
        after = done.last;
        isDone = done.last === null;
      }
    }
    return found;
  });
  return { changed: changed + rest.changed, unreadable: rest.unreadable };
}
