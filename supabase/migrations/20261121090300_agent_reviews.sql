-- Reviews: what people think of an agent, one review for each person and agent, none by its creator.
-- Written by the reviewer while the agent is public and active. Read wherever the agent can be read;
-- visitors see ratings and words, never whose they are. `rating` is 1 to 5. Times are UTC.

create table public.agent_reviews (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  rating integer not null constraint agent_reviews_rating_range check (rating between 1 and 5),
  body text constraint agent_reviews_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint agent_reviews_one_for_each_person unique (agent_id, user_id)
);

create index agent_reviews_newest on public.agent_reviews (agent_id, created_at desc, id desc);
create index agent_reviews_user_id on public.agent_reviews (user_id);

alter table public.agent_reviews enable row level security;

revoke all on public.agent_reviews from anon, authenticated;
grant select (id, agent_id, rating, body, created_at, updated_at) on public.agent_reviews to anon;
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

create policy "people read their reviews and those of agents they can read" on public.agent_reviews
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select 1 from public.agents
      where agents.id = agent_reviews.agent_id
        and ((agents.is_public and agents.status = 'active') or agents.creator_id = (select auth.uid()))
    )
  );

create policy "people review public active agents" on public.agent_reviews
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_reviews.agent_id and agents.is_public and agents.status = 'active'
    )
  );

create policy "people change their own reviews" on public.agent_reviews
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "people delete their own reviews" on public.agent_reviews
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger agent_reviews_touch_updated_at
  before update on public.agent_reviews
  for each row execute function private.touch_updated_at();

-- Holds for every writer, the server too. Reads as the owner: the agent's creator is not a secret here.
create function private.refuse_own_review() returns trigger
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

revoke all on function private.refuse_own_review() from public, anon, authenticated;

create trigger agent_reviews_none_by_the_creator
  before insert or update of agent_id, user_id on public.agent_reviews
  for each row execute function private.refuse_own_review();
