-- The audit log refuses an event that names somebody else, instead of correcting it in silence: who sends one is told.
-- Without a name, or with one's own, an event is the caller's, as before; address and browser are the server's to set.

create or replace function private.stamp_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Some drivers send an object as a string that holds JSON.
  if jsonb_typeof(new.details) = 'string' then
    begin
      new.details := (new.details #>> '{}')::jsonb;
    exception when invalid_text_representation then
      null; -- the constraint refuses it
    end;
  end if;
  if new.user_id is distinct from auth.uid() and new.user_id is not null then
    raise sqlstate 'PT403' using message = 'An event is recorded for the person who is signed in, and for nobody else';
  end if;
  new.details := coalesce(nullif(new.details, 'null'), '{}');
  new.user_id := auth.uid();
  new.ip_address := private.request_address();
  new.user_agent := left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500);
  new.created_at := now();
  return new;
end;
$$;
