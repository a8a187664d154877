-- A write with a name of 10 KB that ended in a hidden character took eight seconds of the database's processor: its place was
-- searched from the beginning of the name at each character, before the length of the name was checked. Names that are too
-- long are left to that check.
-- Written by clients, in agents, deployments and profiles.
-- Replaces: private.refuse_hidden_characters
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.refuse_hidden_characters() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  name constant text := btrim(to_jsonb(new) ->> tg_argv[0]);
  visible text;
  place integer := 1;
  code text;
begin
  -- The columns have shorter limits.
  if char_length(name) > 200 then
    return new;
  end if;
  visible := private.visible_name(name);
  if name is distinct from visible
    and (tg_op = 'INSERT' or to_jsonb(new) ->> tg_argv[0] is distinct from to_jsonb(old) ->> tg_argv[0])
  then
    while substr(name, place, 1) = substr(visible, place, 1) loop
      place := place + 1;
    end loop;
    code := upper(to_hex(ascii(substr(name, place, 1))));
    raise sqlstate 'PT400' using
      message = format(
        'The name has an invisible character or one that changes the direction of text: U+%s at position %s',
        lpad(code, greatest(length(code), 4), '0'), place
      ),
      hint = 'hidden_characters';
  end if;
  return new;
end;
$$;

comment on function private.refuse_hidden_characters() is
  'Trigger: a client''s new or changed name, in the column of the argument, must be as private.visible_name returns it. Names of '
  'more than 200 characters are left to the constraint of the column';
