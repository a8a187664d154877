-- Timeouts of the API's roles: no request occupies a connection for longer.
-- PostgREST applies a role's settings to each of its requests, and so does the embedded backend, which reads them here
-- (tools/backend/src/database/roleTimeouts.ts). Without a unit, values are milliseconds.
-- Roles belong to the server, not to a database: a change by another database's migration at the same moment is waited
-- for. An operator may set other values later (`alter role anon set statement_timeout = '5s'`); nothing resets them.
-- Locks: no table; each role's row of pg_db_role_setting, until the end of the transaction.

do $$
declare
  wanted record;
  attempt integer;
begin
  for wanted in
    select * from (values
      -- A statement, waiting for a lock, and a transaction that waits for its next statement.
      ('anon', 'statement_timeout', '3s'),
      ('anon', 'lock_timeout', '2s'),
      ('anon', 'idle_in_transaction_session_timeout', '10s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('authenticated', 'lock_timeout', '5s'),
      ('authenticated', 'idle_in_transaction_session_timeout', '15s'),
      -- The gateway and the sweep, which no visitor can start.
      ('service_role', 'statement_timeout', '30s'),
      ('service_role', 'lock_timeout', '10s'),
      ('service_role', 'idle_in_transaction_session_timeout', '60s')
    ) as settings (role_name, setting, value)
  loop
    attempt := 0;
    while not exists (
      select from pg_catalog.pg_roles
      where rolname = wanted.role_name and rolconfig @> array[wanted.setting || '=' || wanted.value]
    ) loop
      attempt := attempt + 1;
      begin
        execute format('alter role %I set %I = %L', wanted.role_name, wanted.setting, wanted.value);
      exception
        -- Another database's migration has set it meanwhile: the loop checks again.
        when internal_error or unique_violation then
          if attempt = 20 then raise; end if;
        when insufficient_privilege then
          raise exception 'the user % may not change the role %', current_user, wanted.role_name
            using hint = 'Run the statements "alter role … set …" of this migration as a superuser, then start again';
      end;
    end loop;
  end loop;
end;
$$;
