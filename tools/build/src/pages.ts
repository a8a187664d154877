/** Reads the module of each route and slot from a slice's source, without running it. */
import { readFileSync } from 'node:fs';
import type { Node } from 'oxc-parser';
import { AppError } from '@slipway/contracts';
import { partsOf, visit } from './syntax.mjs';

/** The `x` of `() => import('x')`, or undefined. */
function importedModule(node: Node): string | undefined {
  if (
    node.type === 'ImportExpression' &&
    node.source.type === 'Literal' &&
    typeof node.source.value === 'string'
  )
    return node.source.value;
  for (const part of partsOf(node)) {
    const module = importedModule(part);
    if (module !== undefined) return module;
  }
  return undefined;
}

/** The page of `{ page, loader }`, the slot of `{ slot, loader }`, or the node itself. */
function partOf(node: Node): Node {
  if (node.type !== 'ObjectExpression') return node;
  for (const property of node.properties) {
    if (
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      ['page', 'slot'].includes(property.key.name)
    )
      return property.value;
  }
  return node;
}

/**
 * Route path or slot name to the module it imports, as written in `file`: `{ '/billing': () => import('./pages/BillingPage') }`,
 * or with a loader: `{ '/billing': { page: () => import('./pages/BillingPage'), loader } }`.
 * @throws `invalid_input` when a key is missing, or for a syntax error, with its place
 */
export function lazyModules(file: string, keys: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const syntaxError = visit(readFileSync(file, 'utf8'), (node) => {
    if (node.type !== 'Property' || node.key.type !== 'Literal') return;
    const key = String(node.key.value);
    const module = importedModule(partOf(node.value));
    // The loaders of contract 1 come after the pages, under the same names.
    if (module !== undefined && !found.has(key)) found.set(key, module);
  });
  if (syntaxError !== undefined) throw new AppError('invalid_input', `${file}:${syntaxError}`);

  const missing = keys.filter((key) => !found.has(key));
  if (missing.length > 0) {
    throw new AppError(
      'invalid_input',
      `${file}: no module for ${missing.join(', ')}: add "'${missing[0] ?? ''}': () => import('./…')"`,
    );
  }
  return new Map(keys.map((key) => [key, found.get(key) ?? '']));
}
