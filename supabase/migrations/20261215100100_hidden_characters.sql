-- A name could contain characters that are not visible or that reverse the direction of text: "Slipway" with U+200B looked
-- like another creator's name, and U+202E showed a name backwards. Names of agents, deployments and users that clients write
-- have none. Joiners stay where a script or an emoji needs them, marks of direction in a name with right-to-left letters.
-- Earlier names stay until they are changed, and when a deleted row is restored.
-- Replaces: private.create_profile
-- Locks: agents, deployments and profiles, briefly, to add a trigger (SHARE ROW EXCLUSIVE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.visible_name(name text) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  cleaned text := name;
begin
  if name !~ '[^ -~]' then
    return name;
  end if;
  -- Marks of direction.
  if cleaned !~ '[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]' then
    cleaned := regexp_replace(cleaned, '[\u061c\u200e\u200f]', '', 'g');
  end if;
  -- Tags, except in the flag of a region.
  cleaned := regexp_replace(
    cleaned, '(\U0001f3f4[\U000e0020-\U000e007e]{2,8}\U000e007f)|[\U000e0000-\U000e00ff]', '\1', 'g'
  );
  -- Joiners, except after a virama, between letters of scripts that use them, and between emoji.
  cleaned := regexp_replace(
    cleaned,
    '(?<![\u0600-\u18af\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]'
    '|(?<=[\u0600-\u18af])(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?![\u0600-\u18af])'
    '|(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])'
    '|(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200c',
    '', 'g'
  );
  -- Variation selectors, except of emoji, keycaps, ideographs and Mongolian letters.
  cleaned := regexp_replace(
    cleaned,
    '(?<![#*0-9\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]|(?<=[#*0-9])[\ufe0e\ufe0f](?!\u20e3)'
    '|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]|(?<![\u1800-\u18af])[\u180b-\u180d\u180f]',
    '', 'g'
  );
  -- Controls of lines and direction, and characters without a shape.
  cleaned := regexp_replace(
    cleaned,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e\u2060-\u206f\u2800\u3164'
    '\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e01f0-\U000e0fff]',
    '', 'g'
  );
  -- Also spaces that btrim keeps.
  return regexp_replace(
    cleaned, '^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$', '', 'g'
  );
end;
$$;

comment on function private.visible_name(text) is
  'A name without invisible characters, controls of direction and lines, and spaces around it';

create function private.refuse_hidden_characters() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  name constant text := to_jsonb(new) ->> tg_argv[0];
  visible constant text := private.visible_name(btrim(name));
  place integer := 1;
  code text;
begin
  if btrim(name) is distinct from visible
    and (tg_op = 'INSERT' or name is distinct from to_jsonb(old) ->> tg_argv[0])
  then
    while substr(btrim(name), place, 1) = substr(visible, place, 1) loop
      place := place + 1;
    end loop;
    code := upper(to_hex(ascii(substr(btrim(name), place, 1))));
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
  'Trigger: a client''s new or changed name, in the column of the argument, must be as private.visible_name returns it';

create trigger agents_refuse_hidden_characters
  before insert or update of name on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_hidden_characters('name');

create trigger deployments_refuse_hidden_characters
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_hidden_characters('name');

create trigger profiles_refuse_hidden_characters
  before update of full_name on public.profiles
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_hidden_characters('full_name');

create or replace function private.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
begin
  -- Some drivers store the metadata as a JSON string that contains JSON.
  if jsonb_typeof(meta) = 'string' then
    begin
      meta := (meta #>> '{}')::jsonb;
    exception when invalid_text_representation then
      meta := null;
    end;
  end if;

  insert into public.profiles (id, full_name)
  values (
    new.id,
    nullif(btrim(left(private.visible_name(btrim(coalesce(meta ->> 'full_name', meta ->> 'name', ''))), 120)), '')
  );
  return new;
end;
$$;

comment on function private.create_profile() is
  'Trigger: creates the profile of a new account. User metadata is untrusted and supplies only the name, of which hidden '
  'characters are removed';

revoke all on function private.visible_name(text), private.refuse_hidden_characters() from public, anon, authenticated;
