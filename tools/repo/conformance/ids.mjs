/**
 * Reads the conformance ids that tests carry: tags of Vitest and Playwright, cells of the tables that make several tests,
 * and titles of pgTAP. Other text does not count.
 */
import ts from 'typescript';

const ID = /^@?([A-Z]+-\d{2,3}b?)$/;

const idOf = (text) => ID.exec(text)?.[1];

/** The options of `test('title', { tags: [...] }, …)`: an object behind a title. */
function isTestOptions(node) {
  const call = node.parent;
  return (
    ts.isObjectLiteralExpression(node) &&
    ts.isCallExpression(call) &&
    call.arguments.indexOf(node) === 1 &&
    (ts.isStringLiteralLike(call.arguments[0]) || ts.isTemplateExpression(call.arguments[0]))
  );
}

/** The ids at the start of the strings in arrays and objects below `node`: `['SES-41', …]`, `['DB-02 a price', …]`. */
function idsOfTable(node) {
  const isCell =
    ts.isStringLiteralLike(node) &&
    (ts.isArrayLiteralExpression(node.parent) || ts.isPropertyAssignment(node.parent));
  const id = isCell ? idOf(node.text.split(' ')[0]) : undefined;
  return [...(id ? [id] : []), ...node.getChildren().flatMap(idsOfTable)];
}

/** The table of `test.each(table)('title', …)`. */
const tableOf = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'each'
    ? node.arguments[0]
    : undefined;

/** The ids of a file of Vitest or Playwright tests. `path` tells TypeScript whether there is JSX. */
export function idsOfTests(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const ids = new Set();
  const visit = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      /^tags?$/.test(node.name.getText(source)) &&
      isTestOptions(node.parent)
    ) {
      const value = node.initializer;
      for (const tag of ts.isArrayLiteralExpression(value) ? value.elements : [value]) {
        // A tag that is computed, such as `@${row}`, comes from a table of the same file.
        if (!ts.isStringLiteralLike(tag)) for (const id of idsOfTable(source)) ids.add(id);
        else if (idOf(tag.text)) ids.add(idOf(tag.text));
      }
    }
    const table = tableOf(node);
    if (table) for (const id of idsOfTable(ts.isIdentifier(table) ? source : table)) ids.add(id);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ids;
}

/** The ids at the start of pgTAP titles: `'DB-28 the row is masked'`. */
export const idsOfSql = (text) =>
  new Set([...text.matchAll(/'([A-Z]+-\d{2,3}b?)(?= )/g)].map(([, id]) => id));
