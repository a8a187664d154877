/**
 * Compiles a program into a few files, once for each state of its source (decisions 043, 080). To load its modules one
 * by one takes longer than most programs run.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Milliseconds after which another compilation is removed. A process that still runs loads some of its files late. */
const KEPT = 7 * 86_400_000;

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The next folder above `path` that contains a file called `name`, or undefined. */
function folderAbove(path, name) {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder;
  }
  return undefined;
}

/** In the project's `node_modules`, so that its packages are found. Copies of the repository may share that folder. */
const folderOf = (project, entry) => join(project, 'node_modules/.cache/slipway', hash(entry));
const listIn = (folder) => join(folder, 'current.json');
const mainIn = (folder, name, entry) =>
  join(folder, name, basename(entry).replace(/\.(ts|mts|mjs)$/, '.mjs'));

const stateOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${String(found.mtimeMs)} ${String(found.size)}` : 'missing';
};

/** The compilation of the present source, or undefined. */
function findCurrent(folder, entry) {
  if (!existsSync(listIn(folder))) return undefined;
  const { name, inputs } = JSON.parse(readFileSync(listIn(folder), 'utf8'));
  const isSame = Object.entries(inputs).every(([path, state]) => stateOf(path) === state);
  return isSame && existsSync(mainIn(folder, name, entry)) ? mainIn(folder, name, entry) : undefined;
}

/** Bundles the workspace's own modules. Packages stay imports, except a library's own version of one. */
const workspaceModules = (project, inputs) => ({
  name: 'workspace-modules',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@slipway/')) return undefined;
      const library = /^.*?\/(?:apps|libs|tools)\/[^/]+(?=\/)/.exec(importer)?.[0] ?? project;
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path];
      const isOwn = library !== project && existsSync(join(library, 'node_modules', name));
      return isOwn ? undefined : { path, external: true };
    });
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      inputs[path] = stateOf(path); // first: a module that changes after it was read is compiled again
      const text = readFileSync(path, 'utf8');
      // The files that a module reads or starts are beside its source.
      const ownPath = {
        'import.meta.dirname': dirname(path),
        'import.meta.filename': path,
        'import.meta.url': pathToFileURL(path).href,
      };
      return {
        contents: text.replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (name) =>
          JSON.stringify(ownPath[name]),
        ),
        loader: 'ts',
      };
    });
  },
});

/** For packages in CommonJS that are bundled: what they require from Node stays a call. */
const banner = {
  js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
};

async function compile(project, folder, entry) {
  const { build } = await import('esbuild');
  const name = randomUUID();
  const lock = join(folderAbove(entry, 'package-lock.json') ?? project, 'package-lock.json');
  const inputs = Object.fromEntries([import.meta.filename, lock].map((path) => [path, stateOf(path)]));
  await build({
    ...{ absWorkingDir: project, entryPoints: [entry] },
    ...{ outdir: join(folder, name), outExtension: { '.js': '.mjs' }, sourcemap: true, banner },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ plugins: [workspaceModules(project, inputs)], logLevel: 'silent' },
    // The name of this compilation, for what it keeps for later processes of the same code.
    define: { SLIPWAY_COMPILATION: JSON.stringify(name) },
  });
  const temporary = join(folder, `${name}.json`);
  writeFileSync(temporary, JSON.stringify({ name, inputs }));
  renameSync(temporary, listIn(folder));
  removeOld(folder, Date.now() - KEPT);
  return mainIn(folder, name, entry);
}

function removeOld(folder, before) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The path of a compiled module of a project, or undefined where nothing can be compiled: `node_modules` is read-only, or
 * the source has an error, which the caller gets again, with its text.
 */
export async function compiledModule(entry) {
  const project = folderAbove(entry, 'package.json');
  if (project === undefined) return undefined;
  const folder = folderOf(project, entry);
  try {
    return findCurrent(folder, entry) ?? (await compile(project, folder, entry));
  } catch {
    return undefined;
  }
}

/** Loads a module of TypeScript: compiled, or else through the loader. */
export async function importCompiled(entry) {
  const compiled = await compiledModule(entry);
  if (!compiled) (await import('tsx/esm/api')).register();
  return import(pathToFileURL(compiled ?? entry).href);
}

/** Node's arguments that run a program of TypeScript in a new process. */
export const programOf = (entry) => [join(import.meta.dirname, 'run.mjs'), entry];
