-- Limits of what one user writes, per request and per day: bulk writes of one account must not stop all others.
-- The server and functions that it calls are not limited. The limits are far above what the app needs. Days are UTC.
-- Locks: agents, agent_configs, agent_installs, agent_reviews, agent_review_votes, agent_reports, deployments,
-- deployment_keys and profiles, briefly, to add triggers (SHARE ROW EXCLUSIVE).

create function private.limit_writes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := tg_argv[0];
  setting constant text := 'slipway.' || replace(kind, ' ', '_');
  written constant integer := coalesce(nullif(current_setting(setting, true), ''), '0')::integer + 1;
  today private.daily_counts;
begin
  if written > tg_argv[1]::integer then
    raise sqlstate 'PT413' using
      message = format('Too many rows in one request: up to %s (%s). Nothing was changed', tg_argv[1], kind);
  end if;
  perform set_config(setting, written::text, true);
  today := private.count_today(kind, coalesce(auth.uid()::text, 'visitors'));
  if today.items > tg_argv[2]::integer then
    raise sqlstate 'PT429' using
      message = format('Daily limit reached: up to %s a day (%s). Try again tomorrow', tg_argv[2], kind);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

comment on function private.limit_writes() is
  'Trigger: limits the rows that a client writes. Its arguments: what is counted, the most rows in one request, the most '
  'in one day. It stops at the first row over the limit';

create function private.limit_agents() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from (select 1 from public.agents where creator_id = auth.uid() limit 1000) as own) >= 1000 then
    raise sqlstate 'PT409' using message = 'You have 1,000 agents. Delete one before you add another';
  end if;
  return new;
end;
$$;

comment on function private.limit_agents() is 'Trigger: a user has at most 1,000 agents';

create function private.limit_deployments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from (select 1 from public.deployments where user_id = auth.uid() limit 1000) as own) >= 1000 then
    raise sqlstate 'PT409' using message = 'You have 1,000 deployments. Delete one before you add another';
  end if;
  return new;
end;
$$;

comment on function private.limit_deployments() is 'Trigger: a user has at most 1,000 deployments';

revoke all on function private.limit_writes(), private.limit_agents(), private.limit_deployments()
  from public, anon, authenticated;

-- Triggers fire in the order of their names: these come before any other work.
create trigger agents_00_limit_inserts before insert on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('new agents', 50, 300);
create trigger agents_00_limit_total before insert on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_agents();
create trigger agents_00_limit_updates before update on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('changed agents', 100, 3000);
create trigger agents_00_limit_deletes before delete on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('deleted agents', 50, 1000);

create trigger agent_configs_00_limit before insert or update on public.agent_configs
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('agent configurations', 100, 3000);

create trigger deployments_00_limit_inserts before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('new deployments', 50, 300);
create trigger deployments_00_limit_total before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_deployments();
create trigger deployments_00_limit_updates before update on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('changed deployments', 100, 5000);
create trigger deployments_00_limit_deletes before delete on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('deleted deployments', 50, 1000);

-- Keys are stored by functions with their owner's rights.
create trigger deployment_keys_00_limit before insert on private.deployment_keys
  for each row when (auth.uid() is not null)
  execute function private.limit_writes('new keys', 50, 1000);

create trigger agent_installs_00_limit before insert or delete on public.agent_installs
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('installs', 100, 2000);
create trigger agent_reviews_00_limit before insert or update or delete on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('reviews', 50, 500);
create trigger agent_review_votes_00_limit before insert or delete on public.agent_review_votes
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('review votes', 100, 2000);
create trigger agent_reports_00_limit before insert on public.agent_reports
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('reports', 20, 200);
create trigger profiles_00_limit before update on public.profiles
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('profile changes', 1, 100);
