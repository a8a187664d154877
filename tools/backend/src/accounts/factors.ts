/** The second factors of an account, without their secrets. */
import { type Kysely, sql } from 'kysely';

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
