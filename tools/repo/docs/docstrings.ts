/** Which names of the published packages have no description. Reads syntax only, so that lint can run it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { published } from '@slipway/pack/published';
import ts from 'typescript';
import { read, root } from './markdown';

/** The others are dependencies of the command line. */
const internal = ['libs/server', 'libs/health', 'tools/cli'];

/** The imports of slice teams, by module: `libs/data/src/index.ts` is `@slipway/data`. */
export const packageNames: ReadonlyMap<string, string> = new Map(
  published
    .filter(({ folder }) => !internal.includes(folder))
    .flatMap(({ folder, entries }) => {
      const { name } = JSON.parse(read(`${folder}/package.json`)) as { name: string };
      return Object.entries(entries)
        .filter(([entry]) => entry !== './development')
        .map(([entry, source]) => [`${folder}/${source}`, join(name, entry)] as const);
    }),
);

export const entryPoints = [...packageNames.keys()];

const parsed = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

/** The file that a relative import names. Undefined for a package, which describes its names itself. */
function fileOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = join(dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
    (path) => /\.tsx?$/.test(path) && existsSync(path),
  );
}

/** The sentence that opens a file: it describes the name that the file is called after, such as `Button` in `Button.tsx`. */
export const headOf = (text: string): string | undefined =>
  /^\/\*\*\s*([\s\S]*?)\s*\*\//.exec(text)?.[1]?.replaceAll(/\s*\n \* ?/g, '\n');

/** Whether the head of a file describes this name of it: its own, or the props of its component. */
export const isNamedAfter = (file: string, name: string): boolean =>
  [name, name.replace(/Props$/, '')].includes(basename(file).replace(/\.tsx?$/, ''));

const isDescribed = (node: ts.Node) =>
  ts.getJSDocCommentsAndTags(node).some((doc) => ts.isJSDoc(doc) && doc.comment !== undefined);

/** The statement or the declaration that carries the description of a name. */
const declares = (statement: ts.Statement, name: string): boolean =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.some(
        ({ name: own }) => ts.isIdentifier(own) && own.text === name,
      )
    : (ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement)) &&
      statement.name?.text === name;

/** Whether a name of a module is described, where it is declared or where it is exported again. */
function hasDescription(file: string, name: string): boolean {
  const source = sourceOf(file);
  const declarations = source.statements.filter((statement) => declares(statement, name));
  if (declarations.length > 0)
    return declarations.some(isDescribed) || (isNamedAfter(file, name) && headOf(source.text) !== undefined);
  for (const statement of source.statements.filter(ts.isExportDeclaration)) {
    const clause = statement.exportClause;
    const element =
      clause && ts.isNamedExports(clause)
        ? clause.elements.find((each) => each.name.text === name)
        : undefined;
    if (!element || !statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const target = fileOf(file, statement.moduleSpecifier.text);
    return (
      isDescribed(element) ||
      target === undefined ||
      hasDescription(target, (element.propertyName ?? element.name).text)
    );
  }
  // An import of a package, exported again: the package describes it.
  return source.statements
    .filter(ts.isImportDeclaration)
    .some(
      ({ moduleSpecifier, importClause }) =>
        ts.isStringLiteral(moduleSpecifier) &&
        fileOf(file, moduleSpecifier.text) === undefined &&
        importClause?.namedBindings?.getText().includes(name),
    );
}

/** The names that a statement of an entry exports: those that it lists, or that it declares. */
function exportedBy(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    // `export *` hides which names are public.
    if (!exportClause) return ['*'];
    return ts.isNamedExports(exportClause)
      ? exportClause.elements.map((element) => element.name.text)
      : [exportClause.name.text];
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return 'name' in statement && statement.name ? [(statement.name as ts.Identifier).text] : ['default'];
}

/** `<entry>: <name>` for each exported name without a description. */
export const undescribedNames = (entries: readonly string[] = entryPoints): string[] =>
  entries.flatMap((entry) => {
    const file = join(root, entry);
    return sourceOf(file)
      .statements.flatMap(exportedBy)
      .filter((name) => !hasDescription(file, name))
      .map((name) => `${entry}: ${name}`);
  });
