/**
 * Rejects code that a browser would run without comparing it to its hash. The page's loader covers script elements,
 * stylesheets, and the ES modules of a release whose container is one (decision 030); nothing covers workers.
 */
import { posix } from 'node:path';
import { type ImportSpecifier, init, parse } from 'es-module-lexer';
import type { SliceCandidate } from '../release/candidate';

/** A problem of a file, with the step that resolves it. */
type Finding = string;

const isScript = (path: string) => /\.m?js$/.test(path);

/** No browser takes a hash for these. */
const workerCode =
  /\bnew\s+(?:Shared)?Worker\s*\(|\bimportScripts\s*\(|\bserviceWorker\s*\.\s*register\s*\(|Worklet\s*\.\s*addModule\s*\(/;

/**
 * The federation runtime, which webpack's and Vite's plugins bundle, can import a container of another slice. A slice has
 * no remotes, so it never does. The text is that of the error beside the import.
 */
const RUNTIME_IMPORT = 'Failed to load ESM entry from';
const RUNTIME_DISTANCE = 300;

/** Every file of a slice that no hash would cover. */
export async function coverageFailures({ release, read }: SliceCandidate): Promise<string[]> {
  await init;
  if (release.isolation) return sandboxedFailures(release, read);
  const hasModules = await isModule(release.entry, read);
  const findings = await Promise.all(
    Object.keys(release.files).map(async (path) => {
      const text = (await read(path))?.toString() ?? '';
      const found = isScript(path)
        ? scriptFindings(path, text, new Set(Object.keys(release.files)), hasModules)
        : path.endsWith('.css')
          ? styleFindings(text)
          : [];
      return found.map((finding) => `${release.id}: ${path} ${finding}`);
    }),
  );
  return findings.flat();
}

/** Text that a document cannot contain as it is: a parser would end the element, or change what the hash covers. */
const unsafe = { script: /<\/script|<!--|[\r\0]/i, style: /<\/style|[\r\0]/i } as const;

/** The frame's document contains the script and the stylesheet, so that it loads no code (decision 073). */
async function sandboxedFailures(
  { id, entry, files }: SliceCandidate['release'],
  read: SliceCandidate['read'],
): Promise<string[]> {
  const scripts = Object.keys(files).filter(isScript);
  const styles = Object.keys(files).filter((path) => path.endsWith('.css'));
  const [script, ...sheets] = await Promise.all(
    [entry, ...styles].map(async (path) => (await read(path))?.toString() ?? ''),
  );
  const imported = scriptFindings(entry, script ?? '', new Set(), true);
  return [
    ...(scripts.join() === entry
      ? []
      : [
          `has the scripts ${scripts.join(', ') || 'none'}, and a sandboxed slice has one, its entry: build it with @slipway/vite`,
        ]),
    ...(styles.length > 1
      ? [`has the stylesheets ${styles.join(', ')}, and a frame has one: bundle them`]
      : []),
    ...imported.map((finding) => `${entry} ${finding}`),
    ...(unsafe.script.test(script ?? '')
      ? [
          `${entry} contains "</script", "<!--" or a carriage return, which a document cannot contain: minify it`,
        ]
      : []),
    ...sheets.flatMap((text) => [
      ...styleFindings(text).map((finding) => `a stylesheet ${finding}`),
      ...(unsafe.style.test(text) ? ['a stylesheet contains "</style" or a carriage return: minify it'] : []),
    ]),
  ].map((failure) => `${id}: ${failure}`);
}

/** Whether the federation manifest declares the container as an ES module. */
async function isModule(entry: string, read: SliceCandidate['read']): Promise<boolean> {
  if (!entry.endsWith('.json')) return false;
  try {
    const manifest = JSON.parse((await read(entry))?.toString() ?? '') as {
      metaData?: { remoteEntry?: { type?: unknown } };
    };
    return ['module', 'esm'].includes(String(manifest.metaData?.remoteEntry?.type));
  } catch {
    return false;
  }
}

function styleFindings(text: string): Finding[] {
  return /@import\b/.test(text.replace(/\/\*[^]*?\*\//g, ''))
    ? ['has an @import, which a browser does not verify: bundle the stylesheet into one file']
    : [];
}

function scriptFindings(
  path: string,
  text: string,
  files: ReadonlySet<string>,
  hasModules: boolean,
): Finding[] {
  const workers = workerCode.test(text)
    ? ['starts a worker, whose script a browser does not verify: run this code in the page']
    : [];
  try {
    const [imports, , , hasModuleSyntax] = parse(text, path);
    const statement = imports.filter(({ d }) => d !== -2);
    return [
      ...workers,
      ...(hasModuleSyntax && !hasModules
        ? [
            'is an ES module, but the container is not one: set remoteEntry.type to "module" in the federation manifest, or build scripts only',
          ]
        : []),
      ...new Set(statement.flatMap((found) => importFindings(found, path, text, files, hasModules))),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      ...workers,
      `is not valid JavaScript (${reason}): build it again, or leave it out of the release`,
    ];
  }
}

function importFindings(
  { n: target, a: attributes, ss: start, se: end }: ImportSpecifier,
  path: string,
  text: string,
  files: ReadonlySet<string>,
  hasModules: boolean,
): Finding[] {
  if (attributes > -1)
    return ['imports a file that is no script, which a browser does not verify: bundle it'];
  if (target === undefined) {
    const isRuntime = text.slice(start, end + RUNTIME_DISTANCE).includes(RUNTIME_IMPORT);
    return hasModules || isRuntime
      ? []
      : [
          'imports an address that it computes, which the check cannot follow: import a file of the release by its name, and build a container that is an ES module',
        ];
  }
  if (!/^\.{1,2}\//.test(target))
    return [`imports "${target}", which is no file of the release: bundle it, or share it`];
  const file = posix.join(posix.dirname(path), target);
  if (!files.has(file) || !isScript(file))
    return [`imports "${target}", which the release does not list as a script: build it again`];
  return hasModules
    ? []
    : [
        `imports "${target}" as an ES module, which a browser verifies only if the container is one: build scripts only, or a container of type "module"`,
      ];
}
