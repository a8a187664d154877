/** Reads the module of each route and slot from a slice's source, without running it. */
import { readFileSync } from 'node:fs';
import type TypeScript from 'typescript';
import { ts } from './typescript.mjs';
import { AppError } from '@slipway/contracts';

/** The `x` of `() => import('x')`, or undefined. */
function importedModule(node: TypeScript.Node): string | undefined {
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword &&
    node.arguments[0] !== undefined &&
    ts.isStringLiteral(node.arguments[0])
  ) {
    return node.arguments[0].text;
  }
  return ts.forEachChild(node, importedModule);
}

/** The page of `{ page, loader }`, the slot of `{ slot, loader }`, or the node itself. */
function partOf(node: TypeScript.Expression): TypeScript.Expression {
  if (!ts.isObjectLiteralExpression(node)) return node;
  const part = node.properties.find(
    (property) => ts.isPropertyAssignment(property) && ['page', 'slot'].includes(property.name.getText()),
  );
  return part && ts.isPropertyAssignment(part) ? part.initializer : node;
}

/**
 * Route path or slot name to the module it imports, as written in `file`: `{ '/billing': () => import('./pages/BillingPage') }`,
 * or with a loader: `{ '/billing': { page: () => import('./pages/BillingPage'), loader } }`.
 * @throws `invalid_input` when a key is missing
 */
export function lazyModules(file: string, keys: readonly string[]): Map<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  const visit = (node: TypeScript.Node): void => {
    if (ts.isPropertyAssignment(node) && (ts.isStringLiteral(node.name) || ts.isNumericLiteral(node.name))) {
      const module = importedModule(partOf(node.initializer));
      // The loaders of contract 1 come after the pages, under the same names.
      if (module !== undefined && !found.has(node.name.text)) found.set(node.name.text, module);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  const missing = keys.filter((key) => !found.has(key));
  if (missing.length > 0) {
    throw new AppError(
      'invalid_input',
      `${file}: no module for ${missing.join(', ')}: add "'${missing[0] ?? ''}': () => import('./…')"`,
    );
  }
  return new Map(keys.map((key) => [key, found.get(key) ?? '']));
}
