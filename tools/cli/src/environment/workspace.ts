/** The workspace of a command: its environments, with their stores and backends. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { AppError, type Backend } from '@slipway/contracts';
import { readError } from '../store/folderError';
import { openStore } from '../store/openStore';
import type { Store } from '../store/store';
import { readTrustOptions, type TrustOptions } from '../trust/options';
import { type Environment, parseEnvironment } from './environment';
import { parseJsonFile } from './jsonFile';
import { isFamily, previewOf } from './previews';
import { atRunningServer } from './runningServer';

export interface Workspace {
  /** Absolute, like every path here. */
  root: string;
  /** The folder of local data: `.slipway`, or `SLIPWAY_HOME`. */
  home: string;
  /** The folder of the environment files. */
  folder: string;
  /**
   * The names of all environments except previews. Each comes after those in its `policy.minimumTime`.
   * @throws `not_found` without any environment file: a check of none would pass
   */
  names(): string[];
  /** The environment files that describe previews. */
  families(): Environment[];
  /** An environment by name, or a preview by `<family>/<id>` or `<family>-<id>`, as stores and messages name it. @throws `not_found` with the known names, `invalid_input` with the field */
  environment(name: string): Environment;
  /** The name in the form that commands print: `<family>/<id>` for a preview. */
  named(name: string): string;
  /** @throws `invalid_input` for an address that is not a store's */
  store(environment: Environment): Promise<Store>;
  /** Pinned roots, signing keys, and which stores are this machine's own. */
  trust: TrustOptions;
  /** The backend as compositions describe it; undefined for an embedded one, which its server describes. */
  backend(environment: Environment): Backend | undefined;
}

/**
 * Reads `SLIPWAY_HOME` and `SLIPWAY_ENVIRONMENTS` (a folder, instead of `environments/`). With the second, any folder is
 * a workspace: a team whose repository has only a slice uses that. @throws `not_found`
 */
export function findWorkspace(from: string, env: NodeJS.ProcessEnv): Workspace {
  const named = env['SLIPWAY_ENVIRONMENTS'];
  const root = rootAbove(from) ?? (named ? resolve(from) : undefined);
  if (root === undefined) {
    throw new AppError(
      'not_found',
      `${from} is not in a Slipway workspace: change to one, or set SLIPWAY_ENVIRONMENTS to a folder of environment files`,
    );
  }
  const folder = resolve(root, named || 'environments');
  const home = resolve(root, env['SLIPWAY_HOME'] || '.slipway');
  const read = (name: string): Environment => {
    const [file = '', ...id] = shownName(name).split('/');
    const environment = atRunningServer(readEnvironment(folder, file, root), home);
    return id.length === 0 ? environment : previewOf(environment, id.join('/'));
  };
  const shownName = (name: string): string => {
    const files = namesIn(folder);
    if (name.includes('/') || files.includes(name)) return name;
    const family = files.find((file) => name.startsWith(`${file}-`) && isFamily(read(file)));
    return family === undefined ? name : `${family}/${name.slice(family.length + 1)}`;
  };

  return {
    root,
    home,
    folder,
    environment: read,
    named: shownName,

    names() {
      const files = namesIn(folder);
      if (files.length === 0) {
        throw new AppError(
          'not_found',
          named && !isFolder(folder)
            ? `SLIPWAY_ENVIRONMENTS names ${folder}, which is not a folder`
            : `${folder} has no environment files: create one with slipway env create`,
        );
      }
      const waiting = files.filter((name) => !isFamily(read(name)));
      const sorted: string[] = [];
      const add = (name: string, above: readonly string[]) => {
        if (sorted.includes(name) || above.includes(name) || !waiting.includes(name)) return;
        for (const { environment } of read(name).policy?.minimumTime ?? [])
          add(environment, [...above, name]);
        sorted.push(name);
      };
      for (const name of waiting) if (read(name).backend === 'embedded') add(name, []);
      for (const name of waiting) add(name, []);
      return sorted;
    },

    families: () => namesIn(folder).map(read).filter(isFamily),

    store({ store }) {
      return openStore(store.replace(/^\$SLIPWAY_HOME(?=\/|$)/, home), root);
    },

    trust: readTrustOptions(env, { root, home, folder }),

    backend({ backend }) {
      if (backend === 'embedded') return undefined;
      const { publishableKey, ...rest } = backend;
      return { ...rest, key: publishableKey };
    },
  };
}

function rootAbove(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'nx.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

const namesIn = (folder: string): string[] =>
  isFolder(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort()
    : [];

/** @throws `forbidden`, `invalid_input` for a folder */
function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (isFolder(path))
      throw new AppError('invalid_input', `${shown} must be a file, not a folder`, { cause });
    throw readError(cause);
  }
}

function readEnvironment(folder: string, name: string, root: string): Environment {
  const path = join(folder, `${name}.json`);
  const known = namesIn(folder);
  if (!known.includes(name)) {
    throw new AppError(
      'not_found',
      `There is no environment ${name}; known: ${known.join(', ') || 'none'}. Create one with slipway env create`,
    );
  }
  const shown = isAbsolute(relative(root, path)) ? path : relative(root, path);
  const environment = parseEnvironment(parseJsonFile(readText(path, shown), shown), shown);
  if (environment.name === name) return environment;
  throw new AppError(
    'invalid_input',
    `${shown}: name: must be "${name}", like the file's name, and is "${environment.name}"`,
  );
}
