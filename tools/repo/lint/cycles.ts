/** Import cycles between the source files of the workspace. Type-only imports count: they couple files as well. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../..');

/** Source files that git tracks, as paths from the root. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && !file.endsWith('.d.ts') && existsSync(join(root, file)));

const extensions = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/** The files that `file` imports statically by a relative path. Packages cannot form a cycle: Nx rejects those. */
export function importsOf(file: string, files: ReadonlySet<string>, text: string): string[] {
  return ts
    .preProcessFile(text, true, false)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.') && !isDynamic(text, name))
    .flatMap((name) => {
      const path = normalize(join(dirname(file), name));
      return extensions
        .map((extension) => path + extension)
        .filter((candidate) => files.has(candidate))
        .slice(0, 1);
    });
}

/** `preProcessFile` also lists `import()`, which breaks a cycle. */
const isDynamic = (text: string, name: string): boolean =>
  !new RegExp(`(?:from|import)\\s*['"]${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`).test(text);

/** Every cycle found by a depth-first search, as the list of its files. */
export function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

export function findCycles(): string[][] {
  const files = sourceFiles();
  const known = new Set(files);
  return cyclesOf(
    new Map(files.map((file) => [file, importsOf(file, known, readFileSync(join(root, file), 'utf8'))])),
  );
}
