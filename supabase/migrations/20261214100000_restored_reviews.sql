-- A deleted review that its author restored lost its votes: the same stars and text within ten minutes restore it.
-- Written by triggers on agent_reviews, and read only by them. The sweep deletes the rows (separate_sweep_jobs). Times are UTC.
-- Locks: for the triggers, briefly (SHARE ROW EXCLUSIVE): agent_reviews.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.deleted_reviews (
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid not null,
  id uuid not null,
  rating integer not null,
  body text,
  created_at timestamptz not null,
  votes jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, agent_id)
);

comment on table private.deleted_reviews is
  'Reviews that their authors deleted in the last ten minutes, with their votes: a review with the same stars and text '
  'restores them. Written by triggers; the sweep deletes them';
comment on column private.deleted_reviews.agent_id is 'No foreign key: the agent may be deleted in these ten minutes';
comment on column private.deleted_reviews.rating is 'Stars, 1 to 5';
comment on column private.deleted_reviews.votes is 'Rows of agent_review_votes';

alter table private.deleted_reviews enable row level security;

create function private.keep_deleted_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.deleted_reviews (user_id, agent_id, id, rating, body, created_at, votes)
  select old.user_id, old.agent_id, old.id, old.rating, old.body, old.created_at, coalesce(jsonb_agg(to_jsonb(v)), '[]')
  from public.agent_review_votes v where v.review_id = old.id
  on conflict (user_id, agent_id) do update set
    id = excluded.id, rating = excluded.rating, body = excluded.body, created_at = excluded.created_at,
    votes = excluded.votes, deleted_at = now();
  return old;
end;
$$;

comment on function private.keep_deleted_review() is 'Trigger: keeps a review that its author deletes, with its votes';

create function private.restore_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted private.deleted_reviews;
begin
  select * into deleted from private.deleted_reviews d
  where d.user_id = new.user_id and d.agent_id = new.agent_id and d.rating = new.rating
    and d.body is not distinct from new.body and d.deleted_at > now() - interval '10 minutes';
  if found then
    new.id := deleted.id;
    new.created_at := deleted.created_at;
  end if;
  return new;
end;
$$;

comment on function private.restore_review() is
  'Trigger: a review that its author writes again, with the same stars and text, has its id and its time again';

create function private.restore_review_votes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with deleted as (
    delete from private.deleted_reviews d where d.user_id = new.user_id and d.agent_id = new.agent_id returning d.id, d.votes
  )
  insert into public.agent_review_votes
  select v.* from deleted d cross join lateral jsonb_populate_recordset(null::public.agent_review_votes, d.votes) v
  where d.id = new.id and exists (select 1 from public.profiles p where p.id = v.user_id);
  return null;
end;
$$;

comment on function private.restore_review_votes() is
  'Trigger: gives a restored review its votes again, except those of accounts that were deleted meanwhile';

create trigger agent_reviews_keep_deleted
  before delete on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.keep_deleted_review();

create trigger agent_reviews_restore
  before insert on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.restore_review();

create trigger agent_reviews_restore_votes
  after insert on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.restore_review_votes();

revoke all on function private.keep_deleted_review(), private.restore_review(), private.restore_review_votes()
  from public, anon, authenticated;
