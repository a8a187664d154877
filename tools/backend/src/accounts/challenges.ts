/** Challenges of a second factor: each is used at most once, soon, and at the address that requested it. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { authError } from '../lite/authError';

/** Seconds. */
const LIFETIME = 300;

/** Deletes old challenges of the factor. */
export async function createChallenge(db: Kysely<unknown>, factorId: string, address: string) {
  const id = randomUUID();
  await sql`
    delete from auth.mfa_challenges
    where factor_id = ${factorId} and created_at < now() - make_interval(secs => ${LIFETIME * 2})
  `.execute(db);
  await sql`
    insert into auth.mfa_challenges (id, factor_id, ip_address) values (${id}, ${factorId}, ${address})
  `.execute(db);
  return { id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + LIFETIME };
}

/** @throws for a challenge that was used, has expired, or belongs to another factor or address */
export async function assertChallenge(db: Kysely<unknown>, factorId: string, id: string, address: string) {
  const { rows } = await sql<{ is_expired: boolean }>`
    select created_at < now() - make_interval(secs => ${LIFETIME}) as is_expired
    from auth.mfa_challenges
    where id::text = ${id} and factor_id = ${factorId} and verified_at is null and ip_address = ${address}
  `.execute(db);
  if (!rows[0])
    throw authError(404, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (rows[0].is_expired) {
    const message = 'MFA challenge has expired, verify against another challenge or create a new challenge.';
    throw authError(422, 'mfa_challenge_expired', message);
  }
}
