/** Writes the declarations (`.d.ts`) of all published packages in one run of the compiler. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Writes them to `out`, at the paths that their sources have in `root`, with TypeScript 7: version 6 takes four times as
 * long. @throws with the compiler's messages
 */
export function writeDeclarations(root: string, sources: readonly string[], out: string): void {
  const project = join(out, 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: out },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const files = sources.map((source) => join(root, source));
  mkdirSync(out, { recursive: true });
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files, include: [] }),
  );
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project], {
    encoding: 'utf8',
  });
  rmSync(project);
  if (status !== 0) throw new Error(stdout + stderr);
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
