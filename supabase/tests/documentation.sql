-- Every table, view and function of our schemas has a comment in the database, for Studio, psql and generated docs.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(3);

select is_empty(
  $$select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm') and obj_description(c.oid, 'pg_class') is null
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')$$,
  'every table and view has a comment'
);
select is_empty(
  $$select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and obj_description(p.oid, 'pg_proc') is null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')$$,
  'every function has a comment'
);
select is_empty(
  $$select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attname ~ '^(cost|price_.*|quantity|latency_ms|temperature|rating)$'
      and c.relname <> 'agent_listings'
      and col_description(a.attrelid, a.attnum) is null$$,
  'every column with a unit or a scale has a comment that names it'
);

select * from finish();
rollback;
