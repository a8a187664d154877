/** Reads the columns of a table or view from the generated types of the database. */

const typesFile = 'libs/data/src/database.types.ts';

/** Names with their types, of everything that has rows. */
function rowsIn(types) {
  const rows = [...types.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)^ {8}\}/gm)];
  return new Map(
    rows.map(([, name, body]) => [
      name,
      new Map([...body.matchAll(/^ {10}(\w+): (.+)$/gm)].map(([, column, type]) => [column, type])),
    ]),
  );
}

/**
 * The key of a table, the column to show in a list, and whether rows have a date.
 * @throws for a table that does not exist, or that has no key of one column
 */
export function columnsOf(tree, table) {
  const known = rowsIn(tree.read(typesFile, 'utf8'));
  const columns = known.get(table);
  if (!columns) throw new Error(`There is no table ${table}: there are ${[...known.keys()].join(', ')}`);
  const isText = (name) => columns.get(name) === 'string';
  const key = ['id', ...columns.keys()].find((name) => isText(name) && /^id$|_id$/.test(name));
  if (key === undefined) throw new Error(`${table} has no column that names a row: choose another table`);
  const label = ['name', 'title'].find(isText) ?? key;
  return { key, label, columns: [...new Set([key, label])], isDated: columns.has('created_at') };
}
