/** Every table and view of the schema `public`, from the system catalogs. */
import type { SqlExecutor } from '@slipway/backend';

const tablesAndViews = `
select c.relname as name
from pg_catalog.pg_class c
where c.relnamespace = 'public'::regnamespace
  and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
order by 1
`;

/** Names in alphabetical order, without those of extensions. */
export const accessTables = async (executor: SqlExecutor): Promise<string[]> =>
  (await executor.rows<{ name: string }>(tablesAndViews)).map(({ name }) => name);
