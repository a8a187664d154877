/** The database of the benchmark: one deployment with a key for each caller, and its billed calls. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Backend, startBackend } from '@slipway/backend';

const DEPLOYMENT = 'fd000000-0000-4000-8000-00000000be9c';
/** The highest rate that an owner can set for a key. */
const REQUESTS_PER_MINUTE = 100_000;

const supabase = join(import.meta.dirname, '../../supabase');

export const backendAt = (place: { home: string; databaseUrl?: string; origin: string }): Promise<Backend> =>
  startBackend({
    ...{ ...place, log: () => undefined },
    migrationsDir: join(supabase, 'migrations'),
    seedFile: join(supabase, 'seed.sql'),
    demoFile: join(supabase, 'demo.sql'),
  });

type Database = Backend['database'];

/** An owner on a plan without a quota deploys another user's public agent. */
export async function prepare(database: Database, keys: readonly string[]): Promise<void> {
  const email = 'demo@slipway.example';
  const [owner] = await database.rows<{ id: string }>('select id::text from auth.users where email = $1', [
    email,
  ]);
  const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'));
  await database.run(`
    insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    select '${DEPLOYMENT}', 'Helper', a.id, '${owner?.id ?? ''}', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active'
    from public.agents a where a.is_public and not a.external_only limit 1;
    insert into private.deployment_keys (deployment_id, hash, last_four, requests_per_minute)
    select '${DEPLOYMENT}', decode(h, 'hex'), 'abcd', ${String(REQUESTS_PER_MINUTE)}
    from unnest(array['${hashes.join("', '")}']) as h;
    select public.set_plan('${email}', 'Enterprise');
  `);
}

export async function recordedCalls(database: Database): Promise<number> {
  const [rows] = await database.rows<{ messages: number }>(
    `select count(*)::int as messages from public.usage_tracking where deployment_id = $1 and usage_type = 'message'`,
    [DEPLOYMENT],
  );
  return rows?.messages ?? 0;
}
