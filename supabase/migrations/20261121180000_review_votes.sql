-- Which reviews help: people say so of others' reviews, each once, and take it back. How many did is kept with the
-- review by a trigger, so that the most useful ones are read in order. And how the ratings of an agent are spread.

alter table public.agent_reviews add column helpful_count integer not null default 0;
grant select (helpful_count) on public.agent_reviews to anon;
create index agent_reviews_most_useful on public.agent_reviews (agent_id, helpful_count desc, created_at desc, id desc);

-- A vote changes neither what a review says nor its agent's mean.
drop trigger agent_reviews_touch_updated_at on public.agent_reviews;
create trigger agent_reviews_touch_updated_at
  before update of rating, body on public.agent_reviews
  for each row execute function private.touch_updated_at();
drop trigger agent_reviews_keep_listing on public.agent_reviews;
create trigger agent_reviews_keep_listing
  after insert or delete or update of agent_id, rating on public.agent_reviews
  for each row execute function private.list_review();

create table public.agent_review_votes (
  review_id uuid not null references public.agent_reviews (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),

  primary key (review_id, user_id)
);

create index agent_review_votes_user_id on public.agent_review_votes (user_id);

alter table public.agent_review_votes enable row level security;

revoke all on public.agent_review_votes from anon, authenticated;
grant select, delete on public.agent_review_votes to authenticated;
grant insert (review_id, user_id) on public.agent_review_votes to authenticated;
grant all on public.agent_review_votes to service_role;

create policy "people read their own votes" on public.agent_review_votes
  for select to authenticated
  using (user_id = (select auth.uid()));

-- The subselect reads under the policies of reviews: what a person cannot read, they cannot vote for.
create policy "people vote for reviews of others that they can read" on public.agent_review_votes
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agent_reviews
      where agent_reviews.id = agent_review_votes.review_id and agent_reviews.user_id <> (select auth.uid())
    )
  );

create policy "people take back their own votes" on public.agent_review_votes
  for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.count_review_vote() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.agent_reviews
  set helpful_count = helpful_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.review_id else old.review_id end;
  return null;
end;
$$;

revoke all on function private.count_review_vote() from public, anon, authenticated;

create trigger agent_review_votes_count
  after insert or delete on public.agent_review_votes
  for each row execute function private.count_review_vote();

-- How many reviews of `agent` gave each rating, 5 first; a rating that nobody gave has no row.
create function public.rating_distribution(agent uuid)
returns table (rating integer, reviews bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  select r.rating, count(*) from public.agent_reviews r where r.agent_id = agent group by r.rating order by r.rating desc;
$$;

revoke all on function public.rating_distribution(uuid) from public;
grant execute on function public.rating_distribution(uuid) to anon, authenticated, service_role;
