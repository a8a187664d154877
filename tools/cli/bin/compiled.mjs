/**
 * Compiles the command line into a few files, once for each state of its source (decision 043). To load its modules one
 * by one takes longer than most commands.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds after which another compilation is removed. A process that still runs loads some of its files late. */
const KEPT = 7 * 86_400_000;

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** In the project's `node_modules`, so that its packages are found. Copies of the repository may share that folder. */
const folderOf = (project) => join(project, 'node_modules/.cache/slipway', hash(project));
const listIn = (folder) => join(folder, 'current.json');
const mainIn = (folder, name) => join(folder, name, 'main.mjs');

const stateOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${String(found.mtimeMs)} ${String(found.size)}` : 'missing';
};

/** The compilation of the present source, or undefined. */
function findCurrent(folder) {
  if (!existsSync(listIn(folder))) return undefined;
  const { name, inputs } = JSON.parse(readFileSync(listIn(folder), 'utf8'));
  const isSame = Object.entries(inputs).every(([path, state]) => stateOf(path) === state);
  return isSame && existsSync(mainIn(folder, name)) ? mainIn(folder, name) : undefined;
}

/** Bundles the workspace's own modules. Packages stay imports, except a library's own version of one. */
const workspaceModules = (project, inputs) => ({
  name: 'workspace-modules',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@slipway/')) return undefined;
      const library = /^.*?\/(?:libs|tools)\/[^/]+(?=\/)/.exec(importer)?.[0] ?? project;
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path];
      const isOwn = library !== project && existsSync(join(library, 'node_modules', name));
      return isOwn ? undefined : { path, external: true };
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      inputs[path] = stateOf(path); // first: a module that changes after it was read is compiled again
      const text = readFileSync(path, 'utf8');
      // The files that a module reads or starts are beside its source.
      return {
        contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader: 'ts',
      };
    });
  },
});

async function compile(project, folder) {
  const { build } = await import('esbuild');
  const name = randomUUID();
  const packages = [import.meta.filename, join(project, '../../package-lock.json')];
  const inputs = Object.fromEntries(packages.map((path) => [path, stateOf(path)]));
  await build({
    ...{ absWorkingDir: project, entryPoints: [join(project, 'src/main.ts')] },
    ...{ outdir: join(folder, name), outExtension: { '.js': '.mjs' }, sourcemap: true },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ plugins: [workspaceModules(project, inputs)], logLevel: 'silent' },
  });
  const temporary = join(folder, `${name}.json`);
  writeFileSync(temporary, JSON.stringify({ name, inputs }));
  renameSync(temporary, listIn(folder));
  removeOld(folder, Date.now() - KEPT);
  return mainIn(folder, name);
}

function removeOld(folder, before) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The path of the compiled `src/main.ts` of a project, or undefined where nothing can be compiled: `node_modules` is
 * read-only, or the source has an error, which the caller gets again, with its text.
 */
export async function compiledMain(project) {
  const folder = folderOf(project);
  try {
    return findCurrent(folder) ?? (await compile(project, folder));
  } catch {
    return undefined;
  }
}
