-- Visits beside views: views of one visitor fail together, so canaries are judged by visits.
-- Written by the collector only. A collector of an earlier version writes none.
-- Locks: a short exclusive lock on health.minutes; the columns have constant defaults.
-- Replaces: health.record

alter table health.minutes
  add column visits bigint not null default 0,
  add column failed_visits bigint not null default 0,
  add column error_visits bigint not null default 0;

comment on column health.minutes.visits is
  'Visits that ended: the first document of a browser on a day that shows a page of the slice';
comment on column health.minutes.failed_visits is 'Those with a failed view';
comment on column health.minutes.error_visits is 'Those with an error';

create or replace function health.record(minutes jsonb, failures jsonb) returns void
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
    given.cls_count, given.cls_sum,
    coalesce(given.visits, 0), coalesce(given.failed_visits, 0), coalesce(given.error_visits, 0)
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
    cls_sum = known.cls_sum + excluded.cls_sum,
    visits = known.visits + excluded.visits,
    failed_visits = known.failed_visits + excluded.failed_visits,
    error_visits = known.error_visits + excluded.error_visits;

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
