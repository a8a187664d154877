-- Creators and their agents: what an agent did, day by day, and changing it in one step. Days are UTC, money US dollars.

-- Who used an agent and what they were billed is theirs to read; its creator reads the sums.
create function private.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0)
  from public.agents a
  left join public.usage_tracking u on u.agent_id = a.id
  where a.creator_id = (select auth.uid())
  group by a.id;
$$;

create function private.agent_figures(agent uuid, days integer)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  first_day constant date := today - (least(greatest(agent_figures.days, 1), 90) - 1);
begin
  if not exists (select 1 from public.agents a where a.id = agent_figures.agent and a.creator_id = me) then
    raise sqlstate 'PT404' using message = 'You made no such agent';
  end if;
  return query
    select
      d.day::date,
      (
        select count(*) from public.agent_installs i
        where i.agent_id = agent_figures.agent
          and i.created_at >= d.day at time zone 'UTC'
          and i.created_at < (d.day + interval '1 day') at time zone 'UTC'
      ),
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
      -- What a creator pays for their own agent is no income.
      coalesce(sum(u.cost) filter (where u.user_id <> me), 0)
    from generate_series(first_day::timestamp, today::timestamp, interval '1 day') as d (day)
    left join public.usage_tracking u
      on u.agent_id = agent_figures.agent
      and u.created_at >= d.day at time zone 'UTC'
      and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day
    order by d.day;
end;
$$;

revoke all on function private.agent_interactions(), private.agent_figures(uuid, integer)
  from public, anon, authenticated;
grant execute on function private.agent_interactions(), private.agent_figures(uuid, integer) to authenticated;

-- Messages on each of the caller's agents, ever.
create function public.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select i.agent_id, i.interactions from private.agent_interactions() i;
end;

-- One of the caller's agents on each of the last `days` days (1 to 90), today included, oldest first, none left out:
-- who installed it and still has it, messages, and what others were billed.
create function public.agent_figures(agent uuid, days integer default 30)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select f.day, f.installs, f.interactions, f.revenue from private.agent_figures(agent, days) f;
end;

-- Changes an agent of the caller's and its configuration: both, or neither.
create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  update public.agents a set
    name = btrim(configure_agent.name), description = btrim(configure_agent.description)
  where a.id = configure_agent.agent and a.creator_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'You made no such agent';
  end if;
  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens)
  values (
    configure_agent.agent, configure_agent.prompt, configure_agent.temperature, configure_agent.max_tokens
  )
  on conflict (agent_id) do update set
    prompt = excluded.prompt, temperature = excluded.temperature, max_tokens = excluded.max_tokens;
end;
$$;

revoke all on function
  public.agent_interactions(), public.agent_figures(uuid, integer),
  public.configure_agent(uuid, text, text, text, numeric, integer)
  from public, anon;
grant execute on function
  public.agent_interactions(), public.agent_figures(uuid, integer),
  public.configure_agent(uuid, text, text, text, numeric, integer)
  to authenticated;
