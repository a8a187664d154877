-- A key's grant says whether the agent has tools, so that calls of agents without tools need no statement to learn it.
-- Read by the gateway. A gateway of an earlier version ignores the new member.
-- Replaces: private.call_grant
-- Locks: nothing.

create or replace function private.call_grant(key_hash text, default_rate integer, waiting integer, spare integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known record;
  key private.deployment_keys;
  rate record;
  settings record;
  suspension jsonb;
begin
  select * into known from private.use_deployment_key(key_hash, null);
  if not found then
    return null;
  end if;
  if known.status = 'deleted' then
    return jsonb_build_object('grant', to_jsonb(known) - '{user_id,agent_id}'::text[] || '{"key_id": null}');
  end if;
  select * into key from private.deployment_keys k where k.hash = decode(key_hash, 'hex');
  select * into rate from private.take_rates(
    'key ' || key.id, coalesce(key.requests_per_minute, call_grant.default_rate), 60, call_grant.waiting, call_grant.spare
  );
  select a.creator_id, a.name as agent_name, coalesce(v.prompt, c.prompt, '') as prompt,
    coalesce(v.temperature, c.temperature, 0.7) as temperature, coalesce(v.max_tokens, c.max_tokens, 1000) as max_tokens,
    case when a.external_only then a.external_url end as external_url,
    coalesce(v.tools, c.tools) -> 'servers' <> '[]' as has_tools
  into settings
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  left join public.agent_configs c on c.agent_id = a.id
  left join private.agent_versions v on v.agent_id = a.id and v.version = d.pinned_version
  where d.id = known.deployment_id;
  select to_jsonb(s) into suspension from (
    select s.kind || '_suspended' as outcome, s.reason, s.appeal
    from private.current_suspension(known.agent_id, known.deployment_id, array[known.user_id, settings.creator_id]) s
  ) s;
  return jsonb_build_object(
    'grant', to_jsonb(known) - '{user_id,agent_id}'::text[] || jsonb_build_object('key_id', key.id, 'retry_after', rate.wait),
    'subjects', jsonb_build_array(known.deployment_id, known.user_id, known.agent_id, settings.creator_id),
    'requests', rate.granted,
    'window_seconds', rate.window_seconds,
    'instructions', to_jsonb(settings) - '{creator_id,has_tools}'::text[],
    'has_tools', coalesce(settings.has_tools, false),
    'suspension', suspension,
    'is_withdrawn', coalesce(known.calls_end_at <= now(), false),
    'valid_seconds', extract(epoch from least(
      key.expires_at, case when known.calls_end_at > now() then known.calls_end_at end
    ) - now())
  );
end;
$$;

comment on function private.call_grant(text, integer, integer, integer) is 'Implements public.call_grant';

comment on function public.call_grant(text, integer, integer, integer) is
$$For the gateway: all that a call with this key (SHA-256 in hex) needs; null for a key that does not work.
grant: the deployment, as of use_deployment_key, and key_id; retry_after is set when waiting requests exceed the rate
subjects: ids whose changes are announced on the channel slipway_gateway: deployment, owner, agent, creator
requests: how many requests of the key may proceed in the window_seconds that its window lasts
instructions: name, prompt and settings of the agent; has_tools: whether deployment_tools returns any;
suspension and is_withdrawn: why calls are refused, if they are
valid_seconds: when the key expires or the calls of the agent end; null: no time is set$$;
