-- Who may say that a review helps, how it is counted, and what a vote leaves alone.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(10);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'reviewer@test.example'),
  ('f0000000-0000-4000-8000-000000000003', 'reader@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active');
insert into public.agent_reviews (id, agent_id, user_id, rating, updated_at) values
  ('fb000000-0000-4000-8000-000000000001', 'fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002',
    4, '2026-01-01');

set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000003';
select lives_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  'a reader says that it helps'
);
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '23505', null, 'once'
);
select throws_ok(
  $$update public.agent_reviews set helpful_count = 99$$, '42501', null, 'nobody writes the count'
);

set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000002';
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '42501', null, 'not the reviewer'
);
select is_empty('select * from public.agent_review_votes', 'who voted is known to who did');

reset role;
select results_eq(
  'select helpful_count, updated_at from public.agent_reviews where id = ''fb000000-0000-4000-8000-000000000001''',
  $$values (1, '2026-01-01'::timestamptz)$$, 'it is counted, and the review is as old as before'
);
update public.agents set is_public = false where id = 'fa000000-0000-4000-8000-000000000001';
set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select throws_ok(
  $$insert into public.agent_review_votes (review_id, user_id)
    values ('fb000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000003')$$,
  '42501', null, 'nobody votes for another'
);
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000003';
delete from public.agent_review_votes where review_id = 'fb000000-0000-4000-8000-000000000001';
reset role;
select is(
  (select helpful_count from public.agent_reviews where id = 'fb000000-0000-4000-8000-000000000001'), 0,
  'it can be taken back'
);
set local role authenticated;
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '42501', null, 'what cannot be read cannot be voted for'
);

reset role;
update public.agents set is_public = true where id = 'fa000000-0000-4000-8000-000000000001';
set local role anon;
select results_eq(
  $$select rating, reviews from public.rating_distribution('fa000000-0000-4000-8000-000000000001')$$,
  $$values (4, 1::bigint)$$, 'a visitor reads how ratings are spread'
);

reset role;
select * from finish();
rollback;
