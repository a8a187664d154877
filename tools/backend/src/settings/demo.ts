/** The demo user that `supabase/demo.sql` creates. Its password is public, so a server without demo data locks it. */
import type { SqlExecutor } from '../database/database';

export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' } as const;

const DEMO_ID = 'd0000000-0000-4000-8000-000000000001';

/** Whether the demo user can sign in: its address and its public password are those of `demo.sql`. */
export async function hasDemo(executor: SqlExecutor): Promise<boolean> {
  const rows = await executor.rows('select 1 from auth.users where id = $1 and email = $2', [
    DEMO_ID,
    demo.email,
  ]);
  return rows.length > 0;
}

/** Whether `lockDemo` locked the demo user; `demo.sql` unlocks it. */
export async function isDemoLocked(executor: SqlExecutor): Promise<boolean> {
  return (
    (await executor.rows('select 1 from auth.users where id = $1 and email is null', [DEMO_ID])).length > 0
  );
}

/**
 * Ends the demo user's sessions and takes its address and password, so that neither a password nor a mail signs in.
 * Its data stays, and an account that was given another address is left alone. Returns whether it locked one.
 */
export async function lockDemo(executor: SqlExecutor): Promise<boolean> {
  if (!(await hasDemo(executor))) return false;
  await executor.rows(
    `update auth.users set email = null, encrypted_password = null, banned_until = '9999-12-31 00:00+00'
     where id = $1`,
    [DEMO_ID],
  );
  await executor.rows('delete from auth.identities where user_id = $1', [DEMO_ID]);
  await executor.rows('delete from auth.refresh_tokens where user_id = $1', [DEMO_ID]);
  await executor.rows('delete from auth.sessions where user_id = $1', [DEMO_ID]);
  return true;
}
