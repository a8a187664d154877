-- Exposure of flags: how many visits had each variant of a flag, and how many of them went wrong. No personal data.
-- Written and read by the collector only. A collector of an earlier version writes none. Kept for 30 days. Times are UTC.
-- Locks: nothing in use; creates a table.
-- Replaces: health.prune

create table health.exposures (
  environment text not null,
  hour timestamptz not null,
  slice text not null,
  version text not null,
  "group" text not null constraint exposures_group_known check ("group" in ('stable', 'canary', 'override')),
  flag text not null,
  variant text not null constraint exposures_variant_known check (variant in ('on', 'off')),
  visits bigint not null default 0,
  failed_visits bigint not null default 0,
  error_visits bigint not null default 0,
  primary key (environment, hour, slice, version, "group", flag, variant)
);

comment on table health.exposures is 'Sums of one hour over the visits of the sample that had one variant of a flag';
comment on column health.exposures.hour is 'Its start, when the collector received the reports';
comment on column health.exposures.slice is 'The slice of the page, or shell; it may be another one than the flag''s';
comment on column health.exposures.flag is '<slice>.<flag>, one of those that the environment sets';

create index exposures_oldest on health.exposures (hour);

alter table health.exposures enable row level security;

create function health.record_exposures(exposures jsonb) returns void
language sql
security invoker
set search_path = ''
begin atomic
  insert into health.exposures as known
  select
    given.environment, given.hour, given.slice, given.version, given."group", given.flag, given.variant,
    given.visits, given.failed_visits, given.error_visits
  from jsonb_populate_recordset(null::health.exposures, record_exposures.exposures) as given
  -- Two collectors lock rows in the same order.
  order by given.environment, given.hour, given.slice, given.version, given."group", given.flag, given.variant
  on conflict (environment, hour, slice, version, "group", flag, variant) do update set
    visits = known.visits + excluded.visits,
    failed_visits = known.failed_visits + excluded.failed_visits,
    error_visits = known.error_visits + excluded.error_visits;
end;

comment on function health.record_exposures(jsonb) is
  'Adds sums to health.exposures: a list of rows with the names of its columns';

create or replace function health.prune() returns integer
language plpgsql
security invoker
set search_path = ''
as $$
declare
  deleted integer;
  total integer;
begin
  delete from health.minutes m where m.ctid in (
    select o.ctid from health.minutes o where o.minute < now() - interval '30 days' limit 5000
  );
  get diagnostics total = row_count;
  delete from health.failures f where f.ctid in (
    select o.ctid from health.failures o where o.last_at < now() - interval '30 days' limit 5000
  );
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from health.exposures e where e.ctid in (
    select o.ctid from health.exposures o where o.hour < now() - interval '30 days' limit 5000
  );
  get diagnostics deleted = row_count;
  return total + deleted;
end;
$$;

comment on function health.prune() is
  'For the collector, hourly: deletes up to 15,000 rows that are older than 30 days. Returns how many; 0 when none is left';

revoke all on function health.record_exposures(jsonb) from public, anon, authenticated;
grant execute on function health.record_exposures(jsonb) to service_role;
revoke all on table health.exposures from public, anon, authenticated;
grant select, insert, update, delete on table health.exposures to service_role;
