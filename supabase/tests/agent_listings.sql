-- Listings: one exists while its agent is public and active, and follows the agent, its creator and its reviews.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(15);

insert into auth.users (id, email, raw_user_meta_data) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example', '{"full_name": "Clara Creator"}'),
  ('f0000000-0000-4000-8000-000000000002', 'one@test.example', null),
  ('f0000000-0000-4000-8000-000000000003', 'two@test.example', null);
insert into public.agents (id, creator_id, name, category, tags) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Sorter', 'sales', '{mail}');

create function pg_temp.listed() returns setof public.agent_listings language sql as $$
  select * from public.agent_listings where agent_id = 'fa000000-0000-4000-8000-000000000001'
$$;
create function pg_temp.change(assignment text) returns void language plpgsql as $$
begin
  execute 'update public.agents set ' || assignment || ' where id = ''fa000000-0000-4000-8000-000000000001''';
end;
$$;

select is_empty('select * from pg_temp.listed()', 'a draft has no listing');
select pg_temp.change('is_public = true');
select is_empty('select * from pg_temp.listed()', 'a public draft has no listing');
select pg_temp.change($$status = 'active'$$);
select results_eq(
  'select name, creator_name, review_count, average_rating from pg_temp.listed()',
  $$values ('Sorter', 'Clara Creator', 0, 0::numeric)$$,
  'publishing creates the listing with the name of the creator'
);
select pg_temp.change($$name = 'Letter Sorter', description = 'Reads 100%', tags = '{Post}'$$);
select results_eq(
  'select name, description, tags from pg_temp.listed()',
  $$values ('Letter Sorter', 'Reads 100%', '{Post}'::text[])$$,
  'updating the agent updates the listing'
);
select is(
  (select search_text from pg_temp.listed()), e'letter sorter\nreads 100%\npost',
  'search_text is in lower case, with one line per part'
);
select ok((select search @@ 'letter:A & post:B & reads:C' from pg_temp.listed()), 'search weights name, tags and description');
select pg_temp.change($$pricing_model = 'per_message', price_per_message = 0.015$$);
select is((select price_per_message from pg_temp.listed()), 0.015, 'the price is copied exactly');

insert into public.agent_reviews (agent_id, user_id, rating) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002', 5),
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000003', 2);
select results_eq(
  'select review_count, rating_sum, average_rating from pg_temp.listed()',
  'values (2, 7, 3.5)',
  'reviews are counted and averaged'
);
update public.agent_reviews set rating = 4 where user_id = 'f0000000-0000-4000-8000-000000000003';
select is((select average_rating from pg_temp.listed()), 4.5, 'updating a rating updates the mean');
delete from public.agent_reviews where user_id = 'f0000000-0000-4000-8000-000000000002';
select results_eq(
  'select review_count, average_rating from pg_temp.listed()', 'values (1, 4::numeric)', 'deleting a review updates count and mean'
);
delete from auth.users where id = 'f0000000-0000-4000-8000-000000000003';
select is((select review_count from pg_temp.listed()), 0, 'deleting an account removes its reviews from the count');

update public.profiles set full_name = 'Cleo Creator' where id = 'f0000000-0000-4000-8000-000000000001';
select is((select creator_name from pg_temp.listed()), 'Cleo Creator', 'renaming the creator updates the listing');
select pg_temp.change($$status = 'archived'$$);
select is_empty('select * from pg_temp.listed()', 'archiving the agent deletes the listing');
select pg_temp.change($$status = 'active'$$);
select isnt_empty('select * from pg_temp.listed()', 'activating the agent again creates the listing');
delete from public.agents where id = 'fa000000-0000-4000-8000-000000000001';
select is_empty('select * from pg_temp.listed()', 'deleting the agent deletes the listing');

select * from finish();
rollback;
