-- Pictures: an uploaded picture of a user and icons of agents (decision 060). The server decodes what a user sends and
-- stores its own WebP file; clients only remove pictures. A picture is found by its SHA-256, which is its address, and is
-- served while a profile or an agent shows it and neither is suspended. It is deleted when nothing refers to it, and with
-- the account. Deleted agents keep their icon as long as they can be restored.
-- Replaces: private.refresh_listing
-- Locks: agents, agent_listings, profile_details and agent_archive, briefly, while columns are added (ACCESS EXCLUSIVE).

create table private.pictures (
  user_id uuid not null references public.profiles (id) on delete cascade,
  hash text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  bytes bytea not null
    constraint pictures_size check (octet_length(bytes) between 12 and 65536)
    constraint pictures_are_webp check (
      substring(bytes from 1 for 4) = '\x52494646'::bytea and substring(bytes from 9 for 4) = '\x57454250'::bytea
    ),
  created_at timestamptz not null default now(),
  primary key (hash, user_id)
);

comment on table private.pictures is
  'Pictures that users uploaded, as WebP files of up to 64 KB that the server made. Written and read through functions';
comment on column private.pictures.hash is 'SHA-256 of the file in hex: its address';

create index pictures_user_id on private.pictures (user_id);

alter table private.pictures enable row level security;

alter table public.profile_details add column picture text;
comment on column public.profile_details.picture is
  'The uploaded picture, as the hash in private.pictures; null: a generated one. Written by functions';

alter table public.agents add column icon text;
comment on column public.agents.icon is
  'The uploaded icon, as the hash in private.pictures; null: a generated one. Written by functions';

update private.agent_archive r set agent = '{"icon": null}' || r.agent;

alter table public.agent_listings add column icon text;
comment on column public.agent_listings.icon is 'As in agents';

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
    external_only, installs, review_count, rating_sum, created_at, search_text, search, creator_id, color, icon
  )
  select
    a.id, a.name, a.description, a.category, a.tags, p.full_name, a.pricing_model, a.price_per_message,
    a.price_per_month, a.external_only, a.install_count, r.review_count, r.rating_sum, a.created_at,
    lower(concat_ws(e'\n', a.name, a.description, array_to_string(a.tags, e'\n'))),
    setweight(to_tsvector('simple', a.name), 'A')
      || setweight(to_tsvector('simple', array_to_string(a.tags, ' ')), 'B')
      || setweight(to_tsvector('simple', coalesce(a.description, '')), 'C'),
    a.creator_id, a.color, a.icon
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
    color = excluded.color,
    icon = excluded.icon;

  if not found then
    delete from public.agent_listings where agent_id = agent;
  end if;
end;
$$;

comment on function private.refresh_listing(uuid) is
  'Inserts, updates or deletes the listing of one agent, so that exactly the public active agents have one';

create function private.drop_unused_pictures(person uuid) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.pictures p
  where p.user_id = drop_unused_pictures.person
    and not exists (select 1 from public.profile_details d where d.user_id = p.user_id and d.picture = p.hash)
    and not exists (select 1 from public.agents a where a.creator_id = p.user_id and a.icon = p.hash)
    and not exists (
      select 1 from private.agent_archive r where r.creator_id = p.user_id and r.agent ->> 'icon' = p.hash
    );
$$;

comment on function private.drop_unused_pictures(uuid) is 'Deletes the pictures of a user that nothing refers to';

create function private.set_picture(person uuid, agent uuid, hash text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if agent is null then
    update public.profile_details d set picture = set_picture.hash where d.user_id = person;
    is_changed := found;
    if not found and hash is not null then
      insert into public.profile_details (user_id, picture) values (person, hash);
      is_changed := true;
    end if;
  else
    update public.agents a set icon = set_picture.hash where a.id = agent and a.creator_id = person;
    is_changed := found;
  end if;
  perform private.drop_unused_pictures(person);
  return is_changed;
end;
$$;

comment on function private.set_picture(uuid, uuid, text) is
  'Shows a picture as that of a user, or of one of their agents; null: the generated one. False: no such agent';

create function private.save_picture(person uuid, agent uuid, picture text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  file constant bytea := decode(save_picture.picture, 'base64');
  hash constant text := encode(sha256(file), 'hex');
  suspension record;
begin
  select s.reason, s.appeal into suspension from private.current_suspension(null, null, array[person]) s;
  if found then
    raise sqlstate 'PT403' using message =
      format('Your account is suspended: %s. To appeal, contact %s', suspension.reason, suspension.appeal);
  end if;
  if (private.count_today('pictures', person::text)).items > 50 then
    return null;
  end if;
  insert into private.pictures (user_id, bytes) values (person, file) on conflict do nothing;
  if not private.set_picture(person, agent, hash) then
    raise sqlstate 'PT404' using message = 'You have no agent with this id';
  end if;
  return hash;
end;
$$;

comment on function private.save_picture(uuid, uuid, text) is 'Implements public.save_picture';

create function private.remove_picture(agent uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  select private.set_picture(auth.uid(), remove_picture.agent, null);
$$;

comment on function private.remove_picture(uuid) is 'Implements public.remove_picture';

create function private.moderate_picture(kind text, subject uuid, reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant uuid := private.subject_account(moderate_picture.kind, moderate_picture.subject);
begin
  if kind is null or kind not in ('agent', 'person') then
    raise sqlstate 'PT400' using message = 'The kind must be agent or person';
  end if;
  if nullif(btrim(reason), '') is null then
    raise sqlstate 'PT400' using message = 'Removing a picture needs a reason';
  end if;
  if account is null then
    raise sqlstate 'PT404' using message = format('No %s has the id %s', kind, subject);
  end if;
  perform private.record_security_event('moderation_picture_removed', account, jsonb_build_object(
    'kind', kind, 'subject', subject, 'reason', btrim(reason)
  ));
  return private.set_picture(account, case when kind = 'agent' then subject end, null);
end;
$$;

comment on function private.moderate_picture(text, uuid, text) is 'Implements public.moderate_picture';

create function private.read_picture(hash text) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select encode(p.bytes, 'base64')
  from private.pictures p
  where p.hash = read_picture.hash
    and (
      exists (select 1 from public.profile_details d where d.user_id = p.user_id and d.picture = p.hash)
      or exists (
        select 1 from public.agents a where a.creator_id = p.user_id and a.icon = p.hash and a.suspended_at is null
      )
    )
    and not exists (select 1 from private.current_suspension(null, null, array[p.user_id]))
  limit 1;
$$;

comment on function private.read_picture(text) is 'Implements public.read_picture';

revoke all on function
  private.drop_unused_pictures(uuid), private.set_picture(uuid, uuid, text), private.save_picture(uuid, uuid, text),
  private.remove_picture(uuid), private.moderate_picture(text, uuid, text), private.read_picture(text)
  from public, anon, authenticated;
grant execute on function private.remove_picture(uuid) to authenticated;
grant execute on function
  private.save_picture(uuid, uuid, text), private.moderate_picture(text, uuid, text), private.read_picture(text)
  to service_role;

create function public.picture_owner(agent uuid default null) returns uuid
language sql
stable
security invoker
set search_path = ''
begin atomic
  select auth.uid()
  where picture_owner.agent is null
    or exists (select 1 from public.agents a where a.id = picture_owner.agent and a.creator_id = auth.uid());
end;

comment on function public.picture_owner(uuid) is
  'For the server that takes pictures: the caller, if the picture is their own or that of one of their agents; else null';

create function public.save_picture(person uuid, agent uuid, picture text) returns text
language sql
security invoker
set search_path = ''
return private.save_picture(person, agent, picture);

comment on function public.save_picture(uuid, uuid, text) is
  'For the server that takes pictures: stores a WebP file (base64) and shows it as the picture of a user, or as the icon of '
  'their agent. Returns its hash; null when it is the 51st of the day';

create function public.remove_picture(agent uuid default null) returns boolean
language sql
security invoker
set search_path = ''
return private.remove_picture(agent);

comment on function public.remove_picture(uuid) is
  'Removes the caller''s picture, or the icon of one of their agents; false if there is no such agent';

create function public.moderate_picture(kind text, subject uuid, reason text) returns boolean
language sql
security invoker
set search_path = ''
return private.moderate_picture(kind, subject, reason);

comment on function public.moderate_picture(text, uuid, text) is
  'For operators: removes the picture of an agent or a user (kind: agent, person) by id, and records it';

create function public.read_picture(hash text) returns text
language sql
stable
security invoker
set search_path = ''
return private.read_picture(hash);

comment on function public.read_picture(text) is
  'For the server that serves pictures: the WebP file (base64) with this hash, while a profile or an agent that is not '
  'suspended shows it; else null';

revoke all on function
  public.picture_owner(uuid), public.save_picture(uuid, uuid, text), public.remove_picture(uuid),
  public.moderate_picture(text, uuid, text), public.read_picture(text)
  from public, anon, authenticated;
grant execute on function public.picture_owner(uuid), public.remove_picture(uuid) to authenticated;
grant execute on function
  public.save_picture(uuid, uuid, text), public.moderate_picture(text, uuid, text), public.read_picture(text)
  to service_role;

insert into private.export_queries (table_name, key_type, query)
values
  ('pictures', 'text', $q$select t.hash as key, jsonb_build_object(
    'hash', t.hash, 'created_at', t.created_at, 'webp', encode(t.bytes, 'base64')) as row_data
    from private.pictures t where t.user_id = auth.uid()$q$);
