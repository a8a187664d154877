/**
 * The codemod to contract 2: pages and slots get a record each, and a loader is at its page (decision 085).
 * Comments and the format of what it moves stay.
 */
import { basename } from 'node:path';
import type { ASTNode } from 'magicast';
import {
  byHand,
  keyOf,
  manifestIn,
  objectIn,
  type ObjectNode,
  parse,
  type Parsed,
  type Property,
  propertyIn,
  type SliceSource,
  type SourceFile,
} from './source';

type Call = Extract<ASTNode, { type: 'CallExpression' }>;

/** @throws `invalid_input` for source that it does not understand: neither file is changed then */
export function toSecondContract({ manifest, slice }: SliceSource): SliceSource {
  const parsed = parse(manifest);
  const object = manifestIn(parsed, manifest.path);
  const contract = propertyIn(object, 'contract');
  if (!contract) throw byHand(basename(manifest.path), 'it has no contract');
  contract.value = { type: 'NumericLiteral', value: 2 };
  // The module of a sandboxed slice is not exposed: it starts its frame.
  const isSandboxed = propertyIn(object, 'isolation') !== undefined;
  return { manifest: parsed.print(), slice: isSandboxed ? slice : withNamedParts(slice) };
}

function withNamedParts(file: SourceFile): SourceFile {
  const name = basename(file.path);
  const parsed = parse(file);
  const call = defineSliceIn(parsed, name);
  const [manifest, given, loaders] = call.arguments;
  const parts = propertiesOf(given, name, 'the second argument of defineSlice');
  const startedBy = new Map(
    (loaders ? propertiesOf(loaders, name, 'the third argument of defineSlice') : []).map((loader) => [
      keyOf(loader),
      loader,
    ]),
  );
  const pages = parts.filter((part) => keyOf(part)?.startsWith('/'));
  for (const page of pages) {
    const loader = startedBy.get(keyOf(page));
    if (loader) page.value = object([property('page', page.value), property('loader', loader.value)]);
    startedBy.delete(keyOf(page));
  }
  const [unknown] = startedBy.keys();
  if (unknown !== undefined) throw byHand(name, `${unknown} has a loader and no page`);
  const slots = parts.filter((part) => !pages.includes(part));
  if (!manifest) throw byHand(name, 'defineSlice has no manifest');
  call.arguments = [
    manifest,
    object([
      ...(pages.length > 0 ? [property('pages', object(pages))] : []),
      ...(slots.length > 0 ? [property('slots', object(slots))] : []),
    ]),
  ];
  return parsed.print();
}

function defineSliceIn({ body }: Parsed, name: string): Call {
  for (const statement of body) {
    const call = statement.type === 'ExportDefaultDeclaration' ? statement.declaration : undefined;
    if (call?.type !== 'CallExpression') continue;
    if (call.callee.type === 'Identifier' && call.callee.name === 'defineSlice') return call;
  }
  throw byHand(name, 'it does not end with "export default defineSlice(…)"');
}

function propertiesOf(node: ASTNode | undefined, name: string, what: string): Property[] {
  const properties = objectIn(node)?.properties;
  const known = properties?.filter(
    (one): one is Property => one.type === 'ObjectProperty' && keyOf(one) !== undefined,
  );
  if (!known || known.length !== properties?.length) throw byHand(name, `${what} is not a plain object`);
  return known;
}

const object = (properties: Property[]): ObjectNode => ({ type: 'ObjectExpression', properties });

const property = (name: string, value: Property['value']): Property => ({
  ...{ type: 'ObjectProperty', key: { type: 'Identifier', name }, value },
  ...{ computed: false, shorthand: false },
});
