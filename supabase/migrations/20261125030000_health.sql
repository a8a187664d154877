-- Health: what pages report about the releases that they run, summed up by the collector. No personal data: no account,
-- address, text or URL.
-- Written and read by the collector only, as `service_role` or the owner; no API exposes the schema. Kept for 30 days.
-- Durations are milliseconds, and logarithms natural. Times are UTC.
-- Locks: nothing in use; creates only.

create schema health;
comment on schema health is 'Not exposed through the API: health of releases in browsers, written by the collector';

revoke all on schema health from public, anon, authenticated;
grant usage on schema health to service_role;

create table health.minutes (
  environment text not null,
  minute timestamptz not null,
  slice text not null,
  version text not null,
  "group" text not null constraint minutes_group_known check ("group" in ('stable', 'canary', 'override')),
  route text not null,
  views bigint not null default 0,
  failed_views bigint not null default 0,
  error_views bigint not null default 0,
  errors bigint not null default 0,
  long_tasks bigint not null default 0,
  lcp_count bigint not null default 0,
  lcp_sum_log double precision not null default 0,
  lcp_sum_log2 double precision not null default 0,
  lcp_buckets bigint[] not null default '{}',
  inp_count bigint not null default 0,
  inp_sum_log double precision not null default 0,
  inp_sum_log2 double precision not null default 0,
  inp_buckets bigint[] not null default '{}',
  cls_count bigint not null default 0,
  cls_sum double precision not null default 0,
  primary key (environment, minute, slice, version, "group", route)
);

comment on table health.minutes is 'Sums of one minute over the visits of the sample';
comment on column health.minutes.minute is 'Its start, when the collector received the reports';
comment on column health.minutes.slice is 'The id of a slice, or shell';
comment on column health.minutes.route is 'The pattern of a route, or * for a path without one';
comment on column health.minutes.lcp_buckets is 'Counts per bucket of libs/health/src/buckets.ts; empty without values';

create index minutes_oldest on health.minutes (minute);

create table health.failures (
  environment text not null,
  slice text not null,
  version text not null,
  phase text not null,
  part text,
  code text,
  fingerprint text,
  frame text,
  route text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null,
  constraint failures_key unique nulls not distinct (environment, slice, version, phase, part, code, fingerprint)
);

comment on table health.failures is 'Kinds of failures of a version, over all visits';
comment on column health.failures.fingerprint is
  'A hash of the error''s name and top frame; null for unknown frames, and for those above the limit of the collector';
comment on column health.failures.frame is '<file of the release>:<line>:<column>, for slipway explain';
comment on column health.failures.route is 'Where it happened last';

create index failures_latest on health.failures (environment, last_at desc);

alter table health.minutes enable row level security;
alter table health.failures enable row level security;

create function health.add_buckets(one bigint[], other bigint[]) returns bigint[]
language sql
immutable
set search_path = ''
return array(
  select coalesce(sums.a, 0) + coalesce(sums.b, 0)
  from unnest(one, other) with ordinality as sums (a, b, position)
  order by sums.position
);

comment on function health.add_buckets(bigint[], bigint[]) is 'Adds counts by position; either may be empty';

create function health.record(minutes jsonb, failures jsonb) returns void
language sql
security invoker
set search_path = ''
begin atomic
  insert into health.minutes as known
  select
    given.environment, given.minute, given.slice, given.version, given."group", given.route,
    given.views, given.failed_views, given.error_views, given.errors, given.long_tasks,
    given.lcp_count, given.lcp_sum_log, given.lcp_sum_log2, given.lcp_buckets,
    given.inp_count, given.inp_sum_log, given.inp_sum_log2, given.inp_buckets,
    given.cls_count, given.cls_sum
  from jsonb_populate_recordset(null::health.minutes, record.minutes) as given
  -- Two collectors lock rows in the same order.
  order by given.environment, given.minute, given.slice, given.version, given."group", given.route
  on conflict (environment, minute, slice, version, "group", route) do update set
    views = known.views + excluded.views,
    failed_views = known.failed_views + excluded.failed_views,
    error_views = known.error_views + excluded.error_views,
    errors = known.errors + excluded.errors,
    long_tasks = known.long_tasks + excluded.long_tasks,
    lcp_count = known.lcp_count + excluded.lcp_count,
    lcp_sum_log = known.lcp_sum_log + excluded.lcp_sum_log,
    lcp_sum_log2 = known.lcp_sum_log2 + excluded.lcp_sum_log2,
    lcp_buckets = health.add_buckets(known.lcp_buckets, excluded.lcp_buckets),
    inp_count = known.inp_count + excluded.inp_count,
    inp_sum_log = known.inp_sum_log + excluded.inp_sum_log,
    inp_sum_log2 = known.inp_sum_log2 + excluded.inp_sum_log2,
    inp_buckets = health.add_buckets(known.inp_buckets, excluded.inp_buckets),
    cls_count = known.cls_count + excluded.cls_count,
    cls_sum = known.cls_sum + excluded.cls_sum;

  insert into health.failures as known
  select
    given.environment, given.slice, given.version, given.phase, given.part, given.code, given.fingerprint,
    given.frame, given.route, given.first_at, given.last_at, given.count
  from jsonb_populate_recordset(null::health.failures, record.failures) as given
  order by given.environment, given.slice, given.version, given.phase, given.part, given.code, given.fingerprint
  on conflict on constraint failures_key do update set
    frame = coalesce(excluded.frame, known.frame),
    route = excluded.route,
    first_at = least(known.first_at, excluded.first_at),
    last_at = greatest(known.last_at, excluded.last_at),
    count = known.count + excluded.count;
end;

comment on function health.record(jsonb, jsonb) is
  'Adds sums to health.minutes and health.failures. Both are lists of rows with the names of their columns';

create function health.prune() returns integer
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
  return total + deleted;
end;
$$;

comment on function health.prune() is
  'For the collector, hourly: deletes up to 10,000 rows that are older than 30 days. Returns how many; 0 when none is left';

revoke all on function health.add_buckets(bigint[], bigint[]), health.record(jsonb, jsonb), health.prune()
  from public, anon, authenticated;
grant execute on function health.add_buckets(bigint[], bigint[]), health.record(jsonb, jsonb), health.prune()
  to service_role;
revoke all on table health.minutes, health.failures from public, anon, authenticated;
grant select, insert, update, delete on table health.minutes, health.failures to service_role;
