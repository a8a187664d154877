-- Profiles: every account gets one, whatever its metadata, and it holds only a name.
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

select has_trigger('auth', 'users', 'users_create_profile', 'a trigger on auth.users creates the profile');
select is(pg_temp.name_of(1), 'Plain Name', 'trims the name');
select is(pg_temp.name_of(2), 'In A String', 'reads metadata that is a JSON string');
select is(pg_temp.name_of(3), null, 'an account without metadata gets a profile without a name');
select is(pg_temp.name_of(4), 'From GitHub', 'takes the name that an OAuth provider sends');
select is(pg_temp.name_of(5), repeat('n', 120), 'cuts a long name to 120 characters');
select columns_are('public', 'profiles', array['id', 'full_name'], 'DB-29 a profile holds only a name');
select throws_ok(
  $$update public.profiles set full_name = ' padded ' where id = 'f0000000-0000-4000-8000-000000000001'$$,
  '23514', null, 'rejects a name with surrounding spaces'
);

delete from auth.users where id = 'f0000000-0000-4000-8000-000000000001';
select is_empty(
  $$select 1 from public.profiles where id = 'f0000000-0000-4000-8000-000000000001'$$,
  'deleting the account deletes the profile'
);

select * from finish();
rollback;
