-- Reviews: one per user and agent, none by the creator of the agent, including rows that the server writes.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(8);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'reviewer@test.example'),
  ('f0000000-0000-4000-8000-000000000003', 'silent@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active'),
  ('fa000000-0000-4000-8000-000000000002', 'f0000000-0000-4000-8000-000000000002', 'Other', 'sales', true, 'active');

select throws_ok(
  $$insert into public.agent_reviews (agent_id, user_id, rating)
    values ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 5)$$,
  'PT403', 'Creators cannot review their own agents', 'DB-27 rejects a review by the creator of the agent'
);
select lives_ok(
  $$insert into public.agent_reviews (agent_id, user_id, rating, updated_at)
    values ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002', 5, '2026-01-01')$$,
  'accepts a review by another user'
);
select throws_ok(
  $$insert into public.agent_reviews (agent_id, user_id, rating)
    values ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002', 1)$$,
  '23505', null, 'DB-27 rejects a second review by the same user'
);
select throws_ok(
  $$update public.agent_reviews set agent_id = 'fa000000-0000-4000-8000-000000000002'
    where user_id = 'f0000000-0000-4000-8000-000000000002'$$,
  'PT403', 'Creators cannot review their own agents', 'rejects moving a review to an agent of the reviewer'
);
select throws_ok(
  $$update public.agent_reviews set rating = 6 where user_id = 'f0000000-0000-4000-8000-000000000002'$$,
  '23514', null, 'rejects a rating above 5'
);
update public.agent_reviews set body = 'Good' where user_id = 'f0000000-0000-4000-8000-000000000002';
select is(
  (select updated_at from public.agent_reviews where user_id = 'f0000000-0000-4000-8000-000000000002'), now(),
  'an update sets updated_at'
);

set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select is_empty(
  $$update public.agent_reviews set rating = 1
    where agent_id = 'fa000000-0000-4000-8000-000000000001' returning id$$,
  'the creator cannot update reviews of the agent'
);
select throws_ok(
  $$insert into public.agent_reviews (agent_id, user_id, rating)
    values ('fa000000-0000-4000-8000-000000000002', 'f0000000-0000-4000-8000-000000000003', 1)$$,
  '42501', null, 'rejects a review in the name of another user'
);

reset role;
select * from finish();
rollback;
