/** The source of a slice as codemods read and write it: its manifest and its exposed module. Nothing of it is run. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ASTNode, generateCode, parseModule, type ProxifiedModule } from 'magicast';
import { AppError } from '@slipway/contracts';

export interface SourceFile {
  path: string;
  code: string;
}

export interface SliceSource {
  manifest: SourceFile;
  slice: SourceFile;
}

type Kind<Type extends ASTNode['type']> = Extract<ASTNode, { type: Type }>;
export type ObjectNode = Kind<'ObjectExpression'>;
export type Property = Kind<'ObjectProperty'>;

/** A reason why a codemod does not change a file. */
export const byHand = (path: string, reason: string) =>
  new AppError('invalid_input', `${path}: ${reason}: change it by hand, as docs/upgrade.md says`);

/** @throws `not_found` when the folder has no manifest or no module */
export function readSource(folder: string): SliceSource {
  const read = (directory: string, pattern: RegExp, name: string): SourceFile => {
    const found = readdirSync(directory).find((file) => pattern.test(file));
    if (found === undefined) throw new AppError('not_found', `${folder} has no ${name}`);
    const path = join(directory, found);
    return { path, code: readFileSync(path, 'utf8') };
  };
  return {
    manifest: read(folder, /^slice\.manifest\.[cm]?[jt]s$/, 'slice.manifest.ts'),
    slice: read(join(folder, 'src'), /^slice\.[cm]?[jt]sx?$/, 'src/slice.ts'),
  };
}

export interface Parsed {
  body: readonly ASTNode[];
  /** With the changes that were made to the nodes; the rest keeps its format. */
  print(): SourceFile;
}

/** @throws `invalid_input` for a file with a syntax error */
export function parse({ path, code }: SourceFile): Parsed {
  let module: ProxifiedModule;
  try {
    module = parseModule(code);
  } catch (cause) {
    throw byHand(basename(path), cause instanceof Error ? cause.message : String(cause));
  }
  const { $ast } = module;
  const lineTerminator = code.includes('\r\n') ? '\r\n' : '\n';
  return {
    body: $ast.type === 'Program' ? $ast.body : [],
    print: () => {
      const printed = generateCode(module, { lineTerminator, format: { trailingComma: true } }).code;
      return { path, code: `${printed.trimEnd()}${lineTerminator}` };
    },
  };
}

/** `{ … } as const satisfies SliceManifest` is the object in it. */
export function objectIn(node: ASTNode | null | undefined): ObjectNode | undefined {
  if (node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression')
    return objectIn(node.expression);
  return node?.type === 'ObjectExpression' ? node : undefined;
}

/** The key of a property that is written as a name or as text. */
export const keyOf = ({ key, computed }: Property): string | undefined =>
  computed
    ? undefined
    : key.type === 'Identifier'
      ? key.name
      : key.type === 'StringLiteral'
        ? key.value
        : undefined;

export const propertyIn = (object: ObjectNode, name: string): Property | undefined =>
  object.properties.find((one): one is Property => one.type === 'ObjectProperty' && keyOf(one) === name);

/** The object of `export const manifest = { … }`. @throws `invalid_input` */
export function manifestIn({ body }: Parsed, path: string): ObjectNode {
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      const object = id.type === 'Identifier' && id.name === 'manifest' ? objectIn(init) : undefined;
      if (object) return object;
    }
  }
  throw byHand(basename(path), 'it has no "export const manifest = { … }"');
}
