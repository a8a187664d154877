-- A list of examples or links could contain lists, which pages show as one text, and which are not of the type that they expect.
-- Written by clients, in agents and profile_details.
-- Replaces: private.are_links, private.are_examples
-- Locks: nothing in use; replaces functions only. Existing rows are not checked.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.are_links(links text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(links) <= 5
  and coalesce(array_ndims(links), 1) = 1
  and not exists (
    select 1 from unnest(links) as u (url)
    where u.url is null or u.url !~ '^https://[^[:space:]]+$' or char_length(u.url) > 300
  );

comment on function private.are_links(text[]) is 'Up to five HTTPS addresses of up to 300 characters, in one list';

create or replace function private.are_examples(examples text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(examples) <= 4
  and coalesce(array_ndims(examples), 1) = 1
  and not exists (
    select 1 from unnest(examples) as e (prompt)
    where e.prompt is null or e.prompt <> btrim(e.prompt) or char_length(e.prompt) not between 1 and 200
  );

comment on function private.are_examples(text[]) is
  'Up to four prompts of 1 to 200 characters without surrounding spaces, in one list';
