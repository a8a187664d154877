/** The second factors of an account: reading them without their secrets, and adding one with its secret encrypted. */
import { type Kysely, sql } from 'kysely';
import { authError } from '../lite/authError';
import { type Encryption, isCurrentKey } from './encryption';

export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: 'totp';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
}

/** Oldest first. */
export async function factorsOf(db: Kysely<unknown>, userId: string): Promise<Factor[]> {
  const { rows } = await sql<Factor>`
    select id, friendly_name, factor_type, status, created_at, updated_at
    from auth.mfa_factors where user_id = ${userId} order by created_at
  `.execute(db);
  return rows;
}

export const hasSecondFactor = (factors: readonly Factor[]): boolean =>
  factors.some(({ status }) => status === 'verified');

/** The encryption key was rotated while this server runs. */
export const earlierKey = () =>
  authError(409, 'conflict', 'This server has an earlier encryption key. Restart the server');

/** Adds an unverified factor. In a transaction. @throws `earlierKey` */
export async function addFactor(
  db: Kysely<unknown>,
  { id, userId, name, secret }: { id: string; userId: string; name: string; secret: string },
  encryption: Encryption,
): Promise<void> {
  if (!(await isCurrentKey(db, encryption.keyId))) throw earlierKey();
  const stored = encryption.encrypt(secret);
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, key_id)
    values (${id}, ${userId}, ${name}, 'totp', 'unverified', ${stored.secret}, ${stored.key_id})
  `.execute(db);
}
