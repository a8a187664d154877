/** The declarations (`.d.ts`) of all that is published, made by one run of the compiler. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Writes them below `out`, at the paths their sources have below `root`. @throws with the compiler's words */
export function writeDeclarations(root: string, sources: readonly string[], out: string): void {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(
    sources.map((source) => join(root, source)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: out },
  );
  const { diagnostics } = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) {
    throw new Error(
      ts.formatDiagnostics(problems, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  }
}

const importsOf = (file: string): string[] =>
  ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);

/** The file that `request` in `file` means. @throws for one that was not written */
function fileOf(file: string, request: string): string {
  const path = join(dirname(file), request);
  const found = [`${path}.d.ts`, join(path, 'index.d.ts')].find((each) => existsSync(each));
  if (!found) throw new Error(`${file} imports ${request}, which has no declaration`);
  return found;
}

const isOwn = (request: string) => request.startsWith('.');

/** The declarations that `entries` lead to, themselves first. */
export function reachedFrom(entries: readonly string[]): string[] {
  const reached = new Set(entries);
  for (const file of reached) {
    for (const request of importsOf(file).filter(isOwn)) reached.add(fileOf(file, request));
  }
  return [...reached];
}

/** The packages that a file imports from, but Node's own. */
export const importedPackages = (file: string): string[] =>
  importsOf(file)
    .filter((request) => !isOwn(request) && !request.startsWith('node:'))
    .map((request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
