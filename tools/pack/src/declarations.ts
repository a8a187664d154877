/** Writes the declarations (`.d.ts`) of all published packages in one run of the compiler. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Writes them to `out`, at the paths that their sources have in `root`. @throws with the compiler's messages */
export function writeDeclarations(root: string, sources: readonly string[], out: string): void {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(
    sources.map((source) => join(root, source)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: out },
  );
  const { diagnostics } = program.emit();
  const failures = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (failures.length > 0) {
    throw new Error(
      ts.formatDiagnostics(failures, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  }
}

const importsOf = (file: string): string[] =>
  ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);

const isRelative = (request: string) => request.startsWith('.');

/** The declaration that `file` imports as `request`. @throws when it was not written */
function fileOf(file: string, request: string): string {
  const path = join(dirname(file), request);
  const found = [`${path}.d.ts`, join(path, 'index.d.ts')].find((each) => existsSync(each));
  if (!found) throw new Error(`${file} imports ${request}, which has no declaration`);
  return found;
}

/** The text of a declaration with the extensions that Node's resolution of modules wants: `./errors` as `./errors.js`. */
export function withExtensions(file: string): string {
  const text = readFileSync(file, 'utf8');
  const ending = (request: string) =>
    fileOf(file, request) === `${join(dirname(file), request)}.d.ts` ? '.js' : '/index.js';
  return importsOf(file)
    .filter(isRelative)
    .reduce(
      (written, request) =>
        ["'", '"'].reduce(
          (one, quote) => one.replaceAll(quote + request + quote, quote + request + ending(request) + quote),
          written,
        ),
      text,
    );
}

/** `entries` and all declarations that they import, directly or not. */
export function reachedFrom(entries: readonly string[]): string[] {
  const reached = new Set(entries);
  for (const file of reached) {
    for (const request of importsOf(file).filter(isRelative)) reached.add(fileOf(file, request));
  }
  return [...reached];
}

/** The packages that a file imports, except Node's modules. */
export const importedPackages = (file: string): string[] =>
  importsOf(file)
    .filter((request) => !isRelative(request) && !request.startsWith('node:'))
    .map((request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
