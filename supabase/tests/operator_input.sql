-- Functions for operators: wrong input gets a sentence, and users cannot call them.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(16);

insert into auth.users (id, email) values ('0b000000-0000-4000-8000-000000000001', 'owner@test.example');
insert into public.agents (id, creator_id, name, category) values
  ('0a000000-0000-4000-8000-000000000001', '0b000000-0000-4000-8000-000000000001', 'Mine', 'sales');

create function pg_temp.suspended(reason text, appeal text default 'help', kind text default 'agent') returns uuid
language sql as $$select public.suspend(kind, '0a000000-0000-4000-8000-000000000001', reason, appeal)$$;
create function pg_temp.lifted(kind text, reason text default 'ok') returns uuid
language sql as $$select public.lift_suspension(kind, '0a000000-0000-4000-8000-000000000001', reason)$$;

set local role service_role;
select throws_ok(
  $$select pg_temp.suspended(repeat('x', 501))$$, 'PT400', 'The reason must have at most 500 characters', 'a long reason'
);
select throws_ok(
  $$select pg_temp.suspended('spam', repeat('x', 201))$$,
  'PT400', 'The address for appeals must have at most 200 characters', 'a long address for appeals'
);
select throws_ok(
  $$select pg_temp.suspended('spam', '  ')$$,
  'PT400', 'A suspension needs a reason and an address for appeals', 'no address for appeals'
);
select throws_ok(
  $$select pg_temp.suspended(null)$$, 'PT400', 'A suspension needs a reason and an address for appeals', 'no reason'
);
select throws_ok(
  $$select pg_temp.suspended('spam', 'help', 'team')$$,
  'PT400', 'The kind must be agent, deployment or person', 'an unknown kind'
);
select lives_ok($$select pg_temp.suspended(' ' || repeat('x', 500), repeat('x', 200))$$, 'the longest reason');
select throws_ok(
  $$select pg_temp.lifted(null)$$, 'PT400', 'The kind must be agent, deployment or person', 'lifted: no kind'
);
select throws_ok(
  $$select pg_temp.lifted('agent', repeat('x', 501))$$,
  'PT400', 'The reason must have at most 500 characters', 'lifted: a long reason'
);
select throws_ok(
  $$select pg_temp.lifted('agent', '')$$, 'PT400', 'Lifting a suspension needs a reason', 'lifted: no reason'
);
select lives_ok($$select pg_temp.lifted('agent')$$, 'lifted');
select throws_ok(
  format('select public.reconcile_billing(%L)', days), 'PT400', 'The days must be between 1 and 3660',
  format('%s days', coalesce(days::text, 'no'))
)
from unnest(array[2147483647, 0, null]) as days;
select is(public.reconcile_billing(3660), '[]', 'ten years');

set local role authenticated;
set local request.jwt.claim.sub to '0b000000-0000-4000-8000-000000000001';
select throws_ok($$select pg_temp.lifted('agent')$$, '42501', null, 'an owner cannot lift a suspension');
set local role anon;
select throws_ok($$select public.reconcile_billing(1)$$, '42501', null, 'a visitor cannot reconcile');

select * from finish();
rollback;
