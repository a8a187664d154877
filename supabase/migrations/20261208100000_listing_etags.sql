-- Two open forms of one listing, or of one agent's page: the second save wrote back what the first one had changed. As
-- with configure_agent, a save now names the state that its form was opened with, and is rejected (409) when another save
-- has changed it since.
-- Read and written by the creator of the agent. Earlier releases of the slice update the table: their saves apply as before.
-- Prices are US dollars.
-- Locks: nothing; creates functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function public.agent_listing(agent uuid)
returns table (
  description text, category text, tags text[], pricing_model text, price_per_message numeric, price_per_month numeric,
  is_public boolean, status text, etag text
)
language sql
stable
security invoker
set search_path = ''
as $$
  select v.*, md5(to_jsonb(v)::text)
  from (
    select
      a.description, a.category, a.tags, a.pricing_model, a.price_per_message, a.price_per_month, a.is_public, a.status
    from public.agents a
    where a.id = agent_listing.agent and a.creator_id = auth.uid()
  ) as v;
$$;

comment on function public.agent_listing(uuid) is
  'The values that publish_agent sets, for the creator of the agent. etag changes with them, and with nothing else';

create function public.publish_agent(
  agent uuid, etag text, description text, category text, tags text[], pricing_model text,
  price_per_message numeric default null, price_per_month numeric default null
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  -- Of two saves at once, the second one waits here, and then sees the first.
  perform from public.agents a where a.id = publish_agent.agent and a.creator_id = auth.uid() for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  if publish_agent.etag is distinct from (select l.etag from public.agent_listing(publish_agent.agent) l) then
    raise sqlstate 'PT409' using message = 'The agent was changed since its listing was read';
  end if;
  update public.agents a set
    description = btrim(publish_agent.description),
    category = publish_agent.category,
    tags = publish_agent.tags,
    pricing_model = publish_agent.pricing_model,
    price_per_message = publish_agent.price_per_message,
    price_per_month = publish_agent.price_per_month,
    is_public = true,
    status = 'active'
  where a.id = publish_agent.agent and a.creator_id = auth.uid();
end;
$$;

comment on function public.publish_agent(uuid, text, text, text, text[], text, numeric, numeric) is
  'Sets the public details of an agent of the caller, and publishes it. etag, of agent_listing: rejected when the listing '
  'has changed since';

create function public.agent_page(agent uuid)
returns table (icon text, color text, readme text, examples text[], etag text)
language sql
stable
security invoker
set search_path = ''
as $$
  -- The icon is saved when it is chosen.
  select a.icon, v.*, md5(to_jsonb(v)::text)
  from public.agents a
  cross join lateral (select a.color, a.readme, a.examples) as v
  where a.id = agent_page.agent and a.creator_id = auth.uid();
$$;

comment on function public.agent_page(uuid) is
  'The values that save_agent_page sets, and the icon, for the creator of the agent. etag changes with the values, and '
  'with nothing else';

create function public.save_agent_page(
  agent uuid, etag text, examples text[], color text default null, readme text default null
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  -- Of two saves at once, the second one waits here, and then sees the first.
  perform from public.agents a where a.id = save_agent_page.agent and a.creator_id = auth.uid() for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  if save_agent_page.etag is distinct from (select p.etag from public.agent_page(save_agent_page.agent) p) then
    raise sqlstate 'PT409' using message = 'The agent was changed since its page was read';
  end if;
  update public.agents a set
    color = save_agent_page.color,
    readme = save_agent_page.readme,
    examples = save_agent_page.examples
  where a.id = save_agent_page.agent and a.creator_id = auth.uid();
end;
$$;

comment on function public.save_agent_page(uuid, text, text[], text, text) is
  'Sets the page of an agent of the caller. etag, of agent_page: rejected when the page has changed since';

revoke all on function
  public.agent_listing(uuid),
  public.publish_agent(uuid, text, text, text, text[], text, numeric, numeric),
  public.agent_page(uuid),
  public.save_agent_page(uuid, text, text[], text, text)
  from public, anon;
grant execute on function
  public.agent_listing(uuid),
  public.publish_agent(uuid, text, text, text, text[], text, numeric, numeric),
  public.agent_page(uuid),
  public.save_agent_page(uuid, text, text[], text, text)
  to authenticated;
