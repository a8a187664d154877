/** A database schema as sorted lines of text, one per object, so that two schemas can be compared. */
import type { Database } from '@slipway/backend';

/**
 * Every object that a migration can create in these schemas: columns in their order with defaults, grants and storage
 * settings; constraints, indexes, triggers, policies, functions with their bodies; roles, default privileges,
 * extensions and publications. Objects of extensions are left out, and so are comments.
 */
const SCHEMA = String.raw`
with ours as (
  select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth', 'extensions')
)
select 'schema ' || nspname || ' ' || coalesce((select string_agg(acl::text, ',' order by acl::text) from unnest(nspacl) acl), '') as line
  from pg_namespace where nspname in (select nspname from ours)
union all select 'extension ' || extname || ' in ' || extnamespace::regnamespace from pg_extension
union all select 'role ' || concat_ws(' ', rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls, rolconfig::text)
  from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
union all select 'default privileges ' || defaclnamespace::regnamespace || ' ' || defaclobjtype::text || ' '
    || (select string_agg(acl::text, ',' order by acl::text) from unnest(defaclacl) acl)
  from pg_default_acl where defaclnamespace <> 0
union all select 'publication ' || pubname || ' ' || puballtables from pg_publication
union all select 'publication table ' || published::text from pg_publication_tables published
union all select 'column ' || attrelid::regclass || ' ' || row_number() over (partition by attrelid order by attnum)
    || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
    || ' identity=' || attidentity::text || ' generated=' || attgenerated::text || ' storage=' || attstorage::text
    || ' statistics=' || coalesce(nullif(attstattarget, -1)::text, '')
    || ' default=' || coalesce((select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum), '')
    || ' grants=' || coalesce((select string_agg(acl::text, ',' order by acl::text) from unnest(attacl) acl), '')
  from pg_attribute join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
  where attnum > 0 and not attisdropped and relkind <> 'i'
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
union all select 'relation ' || c.oid::regclass || ' ' || relkind::text || ' owner=' || relowner::regrole
    || ' row security=' || relrowsecurity || ' forced=' || relforcerowsecurity || ' replica identity=' || relreplident::text
    || ' options=' || coalesce(reloptions::text, '')
    || ' grants=' || coalesce((select string_agg(acl::text, ',' order by acl::text) from unnest(relacl) acl), '')
  from pg_class c join ours on ours.oid = relnamespace
  where relkind <> 'c' and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
    || ' ' || condeferrable || condeferred || convalidated
  from pg_constraint c join ours on ours.oid = connamespace where conrelid <> 0
union all select 'index ' || pg_get_indexdef(indexrelid) || ' ' || indisunique || indisprimary || indisvalid
  from pg_index join pg_class c on c.oid = indexrelid join ours on ours.oid = relnamespace
union all select 'trigger ' || pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
  from pg_trigger t join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace where not tgisinternal
union all select 'policy ' || concat_ws(' ', schemaname, tablename, policyname, permissive, cmd, roles::text, 'using', qual, 'check', with_check)
  from pg_policies
union all select 'function ' || p.oid::regprocedure || ' ' || pg_get_functiondef(p.oid)
    || ' grants=' || coalesce((select string_agg(acl::text, ',' order by acl::text) from unnest(proacl) acl), '')
  from pg_proc p join ours on ours.oid = pronamespace
  where prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

/** Removes the comments and white space of function bodies. */
const normalized = (line: string): string =>
  line
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

export async function schemaLines(database: Pick<Database, 'rows'>): Promise<string[]> {
  return (await database.rows<{ line: string }>(SCHEMA)).map(({ line }) => normalized(line)).sort();
}
