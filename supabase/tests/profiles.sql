-- Every account has a profile, whatever its metadata is, and a profile holds a name.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(9);

insert into auth.users (id, email, raw_user_meta_data) values
  ('f0000000-0000-4000-8000-000000000001', 'one@test.example', '{"full_name": "  Plain Name "}'),
  ('f0000000-0000-4000-8000-000000000002', 'two@test.example', to_jsonb('{"full_name": "In A String"}'::text)),
  ('f0000000-0000-4000-8000-000000000003', 'three@test.example', null),
  ('f0000000-0000-4000-8000-000000000004', 'four@test.example', '{"name": "From GitHub", "role": "service_role"}'),
  ('f0000000-0000-4000-8000-000000000005', 'five@test.example', jsonb_build_object('full_name', repeat('n', 300)));

create function pg_temp.name_of(number integer) returns text language sql as $$
  select full_name from public.profiles where id = ('f0000000-0000-4000-8000-00000000000' || number)::uuid
$$;

select has_trigger('auth', 'users', 'users_create_profile', 'an account makes its profile');
select is(pg_temp.name_of(1), 'Plain Name', 'the name is trimmed');
select is(pg_temp.name_of(2), 'In A String', 'metadata that is a string of JSON is read');
select is(pg_temp.name_of(3), null, 'an account without metadata has a profile without a name');
select is(pg_temp.name_of(4), 'From GitHub', 'the name of a provider is taken');
select is(pg_temp.name_of(5), repeat('n', 120), 'a long name is cut');
select columns_are('public', 'profiles', array['id', 'full_name'], 'DB-29 a profile holds a name and nothing else');
select throws_ok(
  $$update public.profiles set full_name = ' padded ' where id = 'f0000000-0000-4000-8000-000000000001'$$,
  '23514', null, 'a padded name is refused'
);

delete from auth.users where id = 'f0000000-0000-4000-8000-000000000001';
select is_empty(
  $$select 1 from public.profiles where id = 'f0000000-0000-4000-8000-000000000001'$$,
  'the profile goes with its account'
);

select * from finish();
rollback;
