-- "Helpful" votes on reviews: who may vote, how votes are counted, and that a vote does not change the review.
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
  'a reader votes for a review'
);
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '23505', null, 'rejects a second vote'
);
select throws_ok(
  $$update public.agent_reviews set helpful_count = 99$$, '42501', null, 'clients cannot write helpful_count'
);

set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000002';
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '42501', null, 'reviewers cannot vote for their own reviews'
);
select is_empty('select * from public.agent_review_votes', 'users cannot read the votes of others');

reset role;
select results_eq(
  'select helpful_count, updated_at from public.agent_reviews where id = ''fb000000-0000-4000-8000-000000000001''',
  $$values (1, '2026-01-01'::timestamptz)$$, 'a vote increments helpful_count and does not change updated_at'
);
update public.agents set is_public = false where id = 'fa000000-0000-4000-8000-000000000001';
set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select throws_ok(
  $$insert into public.agent_review_votes (review_id, user_id)
    values ('fb000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000003')$$,
  '42501', null, 'rejects a vote in the name of another user'
);
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000003';
delete from public.agent_review_votes where review_id = 'fb000000-0000-4000-8000-000000000001';
reset role;
select is(
  (select helpful_count from public.agent_reviews where id = 'fb000000-0000-4000-8000-000000000001'), 0,
  'deleting a vote decrements helpful_count'
);
set local role authenticated;
select throws_ok(
  $$insert into public.agent_review_votes (review_id) values ('fb000000-0000-4000-8000-000000000001')$$,
  '42501', null, 'rejects a vote for a review that the user cannot read'
);

reset role;
update public.agents set is_public = true where id = 'fa000000-0000-4000-8000-000000000001';
set local role anon;
select results_eq(
  $$select rating, reviews from public.rating_distribution('fa000000-0000-4000-8000-000000000001')$$,
  $$values (4, 1::bigint)$$, 'visitors read the distribution of ratings'
);

reset role;
select * from finish();
rollback;
