-- Identity: profiles of creators, and pages of their agents.
-- `profiles` keeps only the name (DB-29); everything else of a profile is in `profile_details`, written by its owner and
-- read by the owner and, for creators of public agents, by everyone. The page of an agent (color, README, example
-- prompts) is in `agents`, so that it is archived and restored with the agent. Colors are names that pages translate.
-- Replaces: private.refresh_listing, private.export_sources
-- Locks: agents, agent_listings and agent_archive, briefly, while columns are added and listings get their creator
-- (ACCESS EXCLUSIVE).

create function private.is_color(name text) returns boolean
language sql
immutable
set search_path = ''
return name in ('red', 'orange', 'green', 'teal', 'blue', 'violet', 'pink');

comment on function private.is_color(text) is 'Whether pages have a color with this name';

create function private.are_links(links text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(links) <= 5
  and not exists (
    select 1 from unnest(links) as u (url)
    where u.url is null or u.url !~ '^https://[^[:space:]]+$' or char_length(u.url) > 300
  );

comment on function private.are_links(text[]) is 'Up to five HTTPS addresses of up to 300 characters';

create function private.are_examples(examples text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(examples) <= 4
  and not exists (
    select 1 from unnest(examples) as e (prompt)
    where e.prompt is null or e.prompt <> btrim(e.prompt) or char_length(e.prompt) not between 1 and 200
  );

comment on function private.are_examples(text[]) is 'Up to four prompts of 1 to 200 characters without surrounding spaces';

-- Checks of tables run with the rights of the user who writes.
revoke all on function private.is_color(text), private.are_links(text[]), private.are_examples(text[]) from public, anon;
grant execute on function private.is_color(text), private.are_links(text[]), private.are_examples(text[])
  to authenticated, service_role;

create table public.profile_details (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  about text not null default ''
    constraint profile_details_about_length check (char_length(about) <= 1000),
  links text[] not null default '{}'
    constraint profile_details_links_are_https check (private.are_links(links)),
  color text
    constraint profile_details_color_known check (private.is_color(color)),
  updated_at timestamptz not null default now()
);

comment on table public.profile_details is
  'The public profile of a user, without the name. Written by its owner; readable by the owner and, while the owner has a public '
  'active agent, by everyone';
comment on column public.profile_details.about is 'Plain text, up to 1,000 characters';
comment on column public.profile_details.links is 'Up to five HTTPS addresses, shown in this order';
comment on column public.profile_details.color is 'The color of the generated picture; null: the name decides';

alter table public.profile_details enable row level security;

revoke all on public.profile_details from anon, authenticated;
grant select on public.profile_details to anon, authenticated;
grant insert (user_id, about, links, color), update (about, links, color) on public.profile_details to authenticated;
grant all on public.profile_details to service_role;

create policy "visitors read the details of public creators" on public.profile_details
  for select to anon
  using (
    exists (
      select 1 from public.agents
      where agents.creator_id = profile_details.user_id and agents.is_public and agents.status = 'active'
    )
  );

create policy "users read their own details and those of public creators" on public.profile_details
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select 1 from public.agents
      where agents.creator_id = profile_details.user_id and agents.is_public and agents.status = 'active'
    )
  );

create policy "users add their own details" on public.profile_details
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "users change their own details" on public.profile_details
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create trigger profile_details_touch_updated_at
  before update on public.profile_details
  for each row execute function private.touch_updated_at();
create trigger profile_details_00_limit before insert or update on public.profile_details
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('profile details', 2, 100);
create trigger a_refuse_suspended_person before insert or update or delete on public.profile_details
  for each statement execute function private.refuse_suspended_person();

create function public.save_profile(full_name text, about text, links text[], color text) returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  update public.profiles p set full_name = nullif(btrim(save_profile.full_name), '') where p.id = auth.uid();
  insert into public.profile_details (about, links, color)
  values (btrim(save_profile.about), save_profile.links, save_profile.color)
  on conflict (user_id) do update set about = excluded.about, links = excluded.links, color = excluded.color;
end;
$$;

comment on function public.save_profile(text, text, text[], text) is
  'Saves the caller''s name and details in one transaction; an empty name is none';

revoke all on function public.save_profile(text, text, text[], text) from public, anon;
grant execute on function public.save_profile(text, text, text[], text) to authenticated;

-- The page of an agent.

alter table public.agents
  add column color text
    constraint agents_color_known check (private.is_color(color)),
  add column readme text
    constraint agents_readme_length check (char_length(readme) <= 20000),
  add column examples text[] not null default '{}'
    constraint agents_examples_limits check (private.are_examples(examples));

comment on column public.agents.color is 'The color of its icon and cover; null: the name decides';
comment on column public.agents.readme is 'Markdown without HTML, up to 20,000 characters';
comment on column public.agents.examples is 'Prompts that visitors can try, up to four';

grant insert (color, readme, examples), update (color, readme, examples) on public.agents to authenticated;

update private.agent_archive r set agent = '{"color": null, "readme": null, "examples": []}' || r.agent;

-- Listings know their creator, whose page lists them, and the color of their icon.

alter table public.agent_listings
  add column creator_id uuid,
  add column color text;

comment on column public.agent_listings.creator_id is 'The creator, for the list of one creator''s agents';
comment on column public.agent_listings.color is 'As in agents';

update public.agent_listings l set creator_id = a.creator_id from public.agents a where a.id = l.agent_id;

create index agent_listings_creator on public.agent_listings (creator_id, installs desc, agent_id desc);

create or replace function private.refresh_listing(agent uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Lock the agent first, so that a concurrent review and publication cannot miss each other.
  perform 1 from public.agents where id = agent for no key update;

  insert into public.agent_listings (
    agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month,
    external_only, installs, review_count, rating_sum, created_at, search_text, search, creator_id, color
  )
  select
    a.id, a.name, a.description, a.category, a.tags, p.full_name, a.pricing_model, a.price_per_message,
    a.price_per_month, a.external_only, a.install_count, r.review_count, r.rating_sum, a.created_at,
    lower(concat_ws(e'\n', a.name, a.description, array_to_string(a.tags, e'\n'))),
    setweight(to_tsvector('simple', a.name), 'A')
      || setweight(to_tsvector('simple', array_to_string(a.tags, ' ')), 'B')
      || setweight(to_tsvector('simple', coalesce(a.description, '')), 'C'),
    a.creator_id, a.color
  from public.agents a
  join public.profiles p on p.id = a.creator_id
  cross join lateral (
    select count(*)::integer as review_count, coalesce(sum(rating), 0)::integer as rating_sum
    from public.agent_reviews
    where agent_id = a.id
  ) r
  where a.id = agent and a.is_public and a.status = 'active'
  on conflict (agent_id) do update set
    name = excluded.name,
    description = excluded.description,
    category = excluded.category,
    tags = excluded.tags,
    creator_name = excluded.creator_name,
    pricing_model = excluded.pricing_model,
    price_per_message = excluded.price_per_message,
    price_per_month = excluded.price_per_month,
    external_only = excluded.external_only,
    installs = excluded.installs,
    review_count = excluded.review_count,
    rating_sum = excluded.rating_sum,
    created_at = excluded.created_at,
    search_text = excluded.search_text,
    search = excluded.search,
    creator_id = excluded.creator_id,
    color = excluded.color;

  if not found then
    delete from public.agent_listings where agent_id = agent;
  end if;
end;
$$;

comment on function private.refresh_listing(uuid) is
  'Inserts, updates or deletes the listing of one agent, so that exactly the public active agents have one';

create function public.creator_figures(creator uuid)
returns table (agents bigint, installs bigint, review_count bigint, rating_sum bigint)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select count(*), coalesce(sum(l.installs), 0)::bigint, coalesce(sum(l.review_count), 0)::bigint,
    coalesce(sum(l.rating_sum), 0)::bigint
  from public.agent_listings l
  where l.creator_id = creator_figures.creator;
end;

comment on function public.creator_figures(uuid) is
  'Public totals of a creator: public agents, their installs, reviews, and the sum of the ratings';

revoke all on function public.creator_figures(uuid) from public;
grant execute on function public.creator_figures(uuid) to anon, authenticated;

create or replace function private.export_sources() returns table (table_name text, key_type text, query text)
language sql
immutable
set search_path = ''
as $$
  values
    ('account', 'uuid', $q$select u.id as key, jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'user_metadata', u.raw_user_meta_data) as row_data from auth.users u where u.id = auth.uid()$q$),
    ('sessions', 'uuid', $q$select s.id as key, jsonb_build_object(
      'id', s.id, 'created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip) as row_data
      from auth.sessions s where s.user_id = auth.uid()$q$),
    ('profiles', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.profiles t where t.id = auth.uid()$q$),
    ('profile_details', 'uuid', $q$select t.user_id as key, to_jsonb(t) as row_data from public.profile_details t
      where t.user_id = auth.uid()$q$),
    ('agents', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agents t where t.creator_id = auth.uid()$q$),
    ('agent_configs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_configs t
      join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
    ('agent_installs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_installs t
      where t.user_id = auth.uid()$q$),
    ('agent_reviews', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reviews t
      where t.user_id = auth.uid()$q$),
    ('agent_review_votes', 'uuid', $q$select t.review_id as key, to_jsonb(t) as row_data from public.agent_review_votes t
      where t.user_id = auth.uid()$q$),
    ('agent_reports', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reports t
      where t.user_id = auth.uid()$q$),
    ('deployments', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployments t
      where t.user_id = auth.uid()$q$),
    ('deployment_keys', 'uuid', $q$select t.id as key, to_jsonb(t) - 'hash' - 'ciphertext' as row_data
      from private.deployment_keys t join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
    ('deployment_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_events t
      where t.user_id = auth.uid()$q$),
    ('deployment_calls', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_calls t
      where t.user_id = auth.uid()$q$),
    ('subscriptions', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.subscriptions t
      where t.user_id = auth.uid()$q$),
    ('usage_tracking', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.usage_tracking t
      where t.user_id = auth.uid()$q$),
    ('deployment_terms', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.deployment_terms t
      join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
    ('agent_versions', 'text', $q$select t.agent_id::text || ' ' || lpad(t.version::text, 10, '0') as key, to_jsonb(t) as row_data
      from private.agent_versions t join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
    ('charges', 'bigint', $q$select t.id as key, to_jsonb(t) - 'payer' - 'creator' as row_data
      from private.ledger_transactions t join private.ledger_accounts a on a.id = t.payer where a.person = auth.uid()$q$),
    ('earnings', 'text', $q$select lpad(e.transaction_id::text, 20, '0') || ' ' || e.line as key, jsonb_build_object(
      'charge', e.transaction_id, 'kind', t.kind, 'agent_id', t.agent_id, 'amount', -e.amount, 'occurred_at', t.occurred_at)
      as row_data from private.ledger_accounts a join private.ledger_entries e on e.account = a.id
      join private.ledger_transactions t on t.id = e.transaction_id
      where a.kind = 'creator' and a.person = auth.uid()$q$),
    ('deleted_agents', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'agent', t.agent, 'config', t.config) as row_data
      from private.agent_archive t where t.creator_id = auth.uid()$q$),
    ('deleted_deployments', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'deployment', t.deployment) as row_data
      from private.deployment_archive t where t.user_id = auth.uid()$q$),
    ('security_audit_log', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.security_audit_log t
      where t.user_id = auth.uid()$q$),
    ('security_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.security_events t
      where t.account_id = auth.uid()$q$);
$$;

comment on function private.export_sources() is
  'The tables of an export: the type of their key, and the query of the caller''s rows. No secrets, no rows of others';
