-- Feedback on agents: reviews, "helpful" votes on reviews, and reports to the operators.
-- Each user writes at most one review, one report and one vote per review; creators cannot review their own agents.
-- Reviews are read wherever the agent can be read; visitors see ratings and texts but not their authors. Votes and
-- reports are read by their author and the server. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.agent_reviews (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  rating integer not null constraint agent_reviews_rating_range check (rating between 1 and 5),
  body text constraint agent_reviews_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  helpful_count integer not null default 0,

  constraint agent_reviews_one_per_user unique (agent_id, user_id)
);

comment on table public.agent_reviews is 'One review per user and agent. Written by the reviewer while the agent is public';
comment on column public.agent_reviews.user_id is 'The reviewer; not readable by visitors';
comment on column public.agent_reviews.rating is '1 (worst) to 5 (best)';
comment on column public.agent_reviews.body is 'Optional text, up to 2,000 characters';
comment on column public.agent_reviews.helpful_count is 'Rows of agent_review_votes for this review. Maintained by trigger';

create index agent_reviews_newest on public.agent_reviews (agent_id, created_at desc, id desc);
create index agent_reviews_most_useful on public.agent_reviews (agent_id, helpful_count desc, created_at desc, id desc);
create index agent_reviews_user_id on public.agent_reviews (user_id);

alter table public.agent_reviews enable row level security;

revoke all on public.agent_reviews from anon, authenticated;
grant select (id, agent_id, rating, body, created_at, updated_at, helpful_count) on public.agent_reviews to anon;
grant select on public.agent_reviews to authenticated;
grant insert (agent_id, user_id, rating, body) on public.agent_reviews to authenticated;
grant update (rating, body) on public.agent_reviews to authenticated;
grant delete on public.agent_reviews to authenticated;
grant all on public.agent_reviews to service_role;

create policy "visitors read reviews of public active agents" on public.agent_reviews
  for select to anon
  using (
    exists (
      select 1 from public.agents
      where agents.id = agent_reviews.agent_id and agents.is_public and agents.status = 'active'
    )
  );

create policy "users read their reviews and reviews of agents they can read" on public.agent_reviews
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select 1 from public.agents
      where agents.id = agent_reviews.agent_id
        and ((agents.is_public and agents.status = 'active') or agents.creator_id = (select auth.uid()))
    )
  );

create policy "users review public active agents" on public.agent_reviews
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_reviews.agent_id and agents.is_public and agents.status = 'active'
    )
  );

create policy "users update their own reviews" on public.agent_reviews
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "users delete their own reviews" on public.agent_reviews
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- A vote changes neither the text nor the rating.
create trigger agent_reviews_touch_updated_at
  before update of rating, body on public.agent_reviews
  for each row execute function private.touch_updated_at();

create function private.reject_own_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.agents where id = new.agent_id and creator_id = new.user_id) then
    raise sqlstate 'PT403' using message = 'Creators cannot review their own agents';
  end if;
  return new;
end;
$$;

comment on function private.reject_own_review() is
  'Trigger: rejects a review by the creator of the agent, from every writer including the server';

revoke all on function private.reject_own_review() from public, anon, authenticated;

create trigger agent_reviews_reject_own
  before insert or update of agent_id, user_id on public.agent_reviews
  for each row execute function private.reject_own_review();

create function public.rating_distribution(agent uuid)
returns table (rating integer, reviews bigint)
language sql
stable
security invoker
set search_path = ''
as $$
  select r.rating, count(*) from public.agent_reviews r where r.agent_id = agent group by r.rating order by r.rating desc;
$$;

comment on function public.rating_distribution(uuid) is
  'Number of reviews of an agent per rating, 5 first. Ratings without reviews have no row';

revoke all on function public.rating_distribution(uuid) from public;
grant execute on function public.rating_distribution(uuid) to anon, authenticated, service_role;

create table public.agent_review_votes (
  review_id uuid not null references public.agent_reviews (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),

  primary key (review_id, user_id)
);

comment on table public.agent_review_votes is
  '"Helpful" votes: one per user and review, on reviews by others. Written and read by the voter';

create index agent_review_votes_user_id on public.agent_review_votes (user_id);

alter table public.agent_review_votes enable row level security;

revoke all on public.agent_review_votes from anon, authenticated;
grant select, delete on public.agent_review_votes to authenticated;
grant insert (review_id, user_id) on public.agent_review_votes to authenticated;
grant all on public.agent_review_votes to service_role;

create policy "users read their own votes" on public.agent_review_votes
  for select to authenticated
  using (user_id = (select auth.uid()));

-- The subselect is subject to the policies of agent_reviews: users cannot vote for a review they cannot read.
create policy "users vote for readable reviews of other users" on public.agent_review_votes
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agent_reviews
      where agent_reviews.id = agent_review_votes.review_id and agent_reviews.user_id <> (select auth.uid())
    )
  );

create policy "users delete their own votes" on public.agent_review_votes
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

comment on function private.count_review_vote() is 'Trigger: maintains agent_reviews.helpful_count';

revoke all on function private.count_review_vote() from public, anon, authenticated;

create trigger agent_review_votes_count
  after insert or delete on public.agent_review_votes
  for each row execute function private.count_review_vote();

create table public.agent_reports (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  reason text not null
    constraint agent_reports_reason_known
    check (reason in ('broken', 'copyright', 'harmful', 'misleading', 'spam', 'other')),
  details text constraint agent_reports_details_length check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),

  constraint agent_reports_one_per_user unique (agent_id, user_id)
);

comment on table public.agent_reports is
  'Reports of public agents to the operators, one per user and agent. Inserted and read by the reporter; read by the server';
comment on column public.agent_reports.details is 'Optional text, up to 1,000 characters';

create index agent_reports_user_id on public.agent_reports (user_id);

alter table public.agent_reports enable row level security;

revoke all on public.agent_reports from anon, authenticated;
grant select on public.agent_reports to authenticated;
grant insert (agent_id, user_id, reason, details) on public.agent_reports to authenticated;
grant all on public.agent_reports to service_role;

create policy "users read their own reports" on public.agent_reports
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users report public active agents" on public.agent_reports
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_reports.agent_id and agents.is_public and agents.status = 'active'
    )
  );
