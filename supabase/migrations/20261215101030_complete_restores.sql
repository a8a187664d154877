-- Restores follow the rules that deleting and restoring could avoid: a deployment whose owner has not accepted a higher price
-- in time comes back stopped, helpful votes are those of users and not of the times an agent was deleted, and 1,000
-- agents and 1,000 deployments are the most also with restored ones. Reviews of agents that were deleted before this
-- migration come back without votes. Times are UTC.
-- Replaces: private.archive_agent, private.restore_agent, private.restore_deployment
-- Locks: agent_archive, for a column (ACCESS EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.agent_archive add column votes jsonb not null default '[]';

create or replace function private.archive_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Skipped while the whole account is deleted.
  if not exists (select 1 from public.profiles where id = old.creator_id) then
    return old;
  end if;
  insert into private.agent_archive (id, creator_id, agent, config, installs, reviews, votes, reports)
  values (
    old.id, old.creator_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.agent_configs c where c.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(i)) from public.agent_installs i where i.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reviews r where r.agent_id = old.id), '[]'),
    coalesce((
      select jsonb_agg(to_jsonb(v)) from public.agent_review_votes v
      join public.agent_reviews r on r.id = v.review_id where r.agent_id = old.id
    ), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reports r where r.agent_id = old.id), '[]')
  )
  on conflict (id) do update set
    agent = excluded.agent, config = excluded.config, installs = excluded.installs, reviews = excluded.reviews,
    votes = excluded.votes, reports = excluded.reports, usage_ids = '{}', deleted_at = excluded.deleted_at;
  delete from private.agent_archive a where a.id in (
    select o.id from private.agent_archive o
    where o.creator_id = old.creator_id and o.id <> old.id order by o.deleted_at desc offset 299 limit 10
  );
  return old;
end;
$$;

create or replace function private.restore_agent(agent uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  archived private.agent_archive;
begin
  -- One restore of a creator at a time, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('restores ' || auth.uid(), 0));
  if (select count(*) from (select 1 from public.agents a where a.creator_id = auth.uid() limit 1000) as own) >= 1000 then
    raise sqlstate 'PT409' using message = 'You have 1,000 agents. Delete one before you restore another';
  end if;
  delete from private.agent_archive a
  where a.id = restore_agent.agent and a.creator_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no agent with this id in the last 30 days';
  end if;

  -- The trigger on agent_installs counts the installs again as they are inserted.
  insert into public.agents
  select a.* from jsonb_populate_record(
    null::public.agents,
    archived.agent || jsonb_build_object('install_count', archived.agent -> 'imported_installs')
  ) a;
  insert into public.agent_configs
  select c.* from jsonb_populate_recordset(null::public.agent_configs, archived.config) c;
  -- Rows of accounts that were deleted meanwhile are not restored.
  insert into public.agent_installs
  select i.* from jsonb_populate_recordset(null::public.agent_installs, archived.installs) i
  where exists (select 1 from public.profiles p where p.id = i.user_id);
  -- The trigger on agent_review_votes counts the votes again as they are inserted.
  insert into public.agent_reviews
  select r.*
  from jsonb_array_elements(archived.reviews) as o(review)
  cross join jsonb_populate_record(null::public.agent_reviews, o.review || '{"helpful_count": 0}') as r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  insert into public.agent_review_votes
  select v.* from jsonb_populate_recordset(null::public.agent_review_votes, archived.votes) v
  where exists (select 1 from public.profiles p where p.id = v.user_id)
    and exists (select 1 from public.agent_reviews r where r.id = v.review_id);
  insert into public.agent_reports
  select r.* from jsonb_populate_recordset(null::public.agent_reports, archived.reports) r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  update public.usage_tracking u set agent_id = archived.id where u.id = any (archived.usage_ids);
  -- The creator's own deployments were deleted with the agent, in the same transaction.
  perform private.restore_deployment(d.id)
  from private.deployment_archive d
  where d.agent_id = archived.id and d.user_id = archived.creator_id and d.deleted_at = archived.deleted_at;
  insert into private.agent_restores (agent_id) values (archived.id);
  return archived.id;
end;
$$;

create or replace function private.restore_deployment(deployment uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  archived private.deployment_archive;
begin
  -- One restore of an owner at a time, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('restores ' || auth.uid(), 0));
  if (select count(*) from (select 1 from public.deployments d where d.user_id = auth.uid() limit 1000) as own) >= 1000 then
    raise sqlstate 'PT409' using message = 'You have 1,000 deployments. Delete one before you restore another';
  end if;
  delete from private.deployment_archive a
  where a.id = restore_deployment.deployment and a.user_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no deployment with this id in the last 30 days';
  end if;

  insert into public.deployments (
    id, name, agent_id, user_id, api_key, endpoint_url, status, version, created_at, updated_at, last_deployed_at,
    pinned_version
  )
  select
    d.id, d.name, d.agent_id, d.user_id, d.api_key, d.endpoint_url,
    case
      -- As follow_offers would have stopped it: a start asks for the new terms.
      when d.status not in ('stopped', 'failed') and private.has_unanswered_terms(d)
        and private.stops_at(private.current_offer(d.agent_id)) <= now()
      then 'stopped'
      else d.status
    end,
    d.version + 1, d.created_at, now(), d.last_deployed_at, d.pinned_version
  from jsonb_populate_record(null::public.deployments, archived.deployment) d;
  insert into private.deployment_keys
  select k.* from jsonb_populate_recordset(null::private.deployment_keys, archived.keys) k;
  return archived.id;
exception
  when unique_violation then
    raise sqlstate 'PT409' using message = 'You already have another deployment with this name';
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'The agent of this deployment no longer exists';
end;
$$;

comment on function private.archive_agent() is
  'Trigger: keeps a deleted agent for 30 days, with its configuration, installs, reviews, votes and reports; the newest 300 '
  'of a creator';
comment on function private.restore_agent(uuid) is 'Implements public.restore_agent. Votes are counted again';
comment on function private.restore_deployment(uuid) is
  'Implements public.restore_deployment. One whose owner has not accepted a higher price in time comes back stopped';
