/** Describes the files of a build in `release.json`: the fields of its manifest, its requirements, and the hash of every file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  AppError,
  parseRelease,
  type Release,
  type SharedCopies,
  type SliceManifest,
} from '@slipway/contracts';
import {
  compileCatalog as compileFile,
  compileMessages as compile,
  isMessagesFileOf,
} from './compileMessages.mjs';
import { evidenceFiles } from './evidence';
import { integrityOf } from './hashes';
import { git } from './provenance';
import { releaseVersion } from './releaseVersion';
import { rejectStrayFiles } from './strayFiles';
import { sliceCatalogs } from './translations';

export { filesOfImport } from './chunks';
export { lazyModules } from './pages';
export { sliceShared } from './shared';

/**
 * Compiles the texts of `defineMessages`; `slice` adds its catalogs. With its type here: the published declarations have
 * none of `.mjs` files.
 */
export const compileMessages: (source: string, slice?: string) => string = compile;

/** The compiled source of `path`, if it is a catalog of the slice in `directory`: `messages.ts`, in `src` or below it. */
export const compileCatalog = (directory: string, path: string, source: string): string | undefined =>
  isMessagesFileOf(directory)(path) ? compileFile(path, source) : undefined;

/** Rejects catalogs that no build would compile, as the Rspack build does. @throws `invalid_input`, naming the file */
export function rejectStrayCatalogs({ id }: SliceManifest, directory: string): void {
  rejectStrayFiles(sliceCatalogs(id, directory));
}

/** The file of a federation build that lists its container and its shared packages. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** A file of a build. */
export interface BuiltFile {
  /** Bytes. */
  size: number;
  integrity: string;
}

/** The fields of every release. */
export interface ReleaseBasis {
  schema: 1;
  version: string;
  commit: string;
  builtAt: string;
  files: Record<string, BuiltFile>;
}

/** The fields of a slice's release that come from its manifest. */
export const sliceFields = (manifest: SliceManifest) => ({
  kind: 'slice' as const,
  id: manifest.id,
  owner: manifest.owner,
  contract: manifest.contract,
  migration: manifest.migration ?? null,
  routes: manifest.routes,
  slots: manifest.slots,
  nav: manifest.nav,
  ...(manifest.offers && { offers: manifest.offers }),
  ...(manifest.config && { config: manifest.config }),
  ...(manifest.flags && { flags: manifest.flags }),
  ...(manifest.isolation && { isolation: manifest.isolation }),
  ...(manifest.thirdParties && { thirdParties: manifest.thirdParties }),
  ...(manifest.emits && { emits: manifest.emits }),
  ...(manifest.listens && { listens: manifest.listens }),
  ...(manifest.caches && { caches: manifest.caches }),
  ...(manifest.invalidates && { invalidates: manifest.invalidates }),
  ...(manifest.redirects && { redirects: manifest.redirects }),
  ...(manifest.budget && { budget: manifest.budget }),
});

/** Rejects a slice that runs in a frame, before a build makes a container. @throws `invalid_input` */
export function rejectSandboxed({ id, isolation }: SliceManifest): void {
  if (isolation)
    throw new AppError(
      'invalid_input',
      `${id} runs in a sandbox, and only @slipway/vite builds such a slice`,
    );
}

/** Rejects packages that the slice shares: only our Rspack build knows which scripts a copy has. @throws `invalid_input` */
export function rejectShares({ id, shares = [] }: SliceManifest): void {
  if (shares.length > 0)
    throw new AppError(
      'invalid_input',
      `${id} shares ${shares.join(', ')}, and only @slipway/build builds such a slice: remove "shares", and its copy is in its bundle`,
    );
}

interface SharedInManifest {
  name: string;
  requiredVersion: string;
  /** Empty for a package of the shell. */
  version: string;
  assets: { js: { sync: string[]; async: string[] } };
}

const sharedIn = (federationManifest: string) =>
  (JSON.parse(readFileSync(federationManifest, 'utf8')) as { shared: SharedInManifest[] }).shared;

/** The packages of the shell that a slice imports, with their version ranges. `shares` are those that it brings itself. */
export const sharedRanges = (
  federationManifest: string,
  shares: readonly string[] = [],
): Record<string, string> =>
  Object.fromEntries(
    sharedIn(federationManifest)
      .filter(({ name }) => !shares.includes(name))
      .map(({ name, requiredVersion }) => [name, requiredVersion]),
  );

/** The packages of `shares` that the slice's code imports: the slice brings a copy of each and shares it. */
export const sharedCopies = (federationManifest: string, shares: readonly string[]): SharedCopies =>
  Object.fromEntries(
    sharedIn(federationManifest)
      .filter(({ name }) => shares.includes(name))
      .map(({ name, version, assets: { js } }) => [name, { version, files: [...js.sync, ...js.async] }]),
  );

/**
 * Writes `release.json` to `output`. `describe` adds the fields of its kind, `evidenceOf` the hashes of what proves its origin.
 * @throws `invalid_input`, naming the field
 */
export function writeRelease(
  output: string,
  directory: string,
  describe: (basis: ReleaseBasis) => object,
  evidenceOf: (release: Release) => Release['evidence'] = () => undefined,
): void {
  const path = join(output, 'release.json');
  const described = describe({
    schema: 1,
    version: NO_VERSION,
    commit: commitOf(directory),
    builtAt: new Date().toISOString(),
    files: hashFiles(output),
  });
  const release = parseRelease(described, path);
  const versioned = { ...release, version: releaseVersion(release) };
  const evidence = evidenceOf(versioned);
  writeFileSync(path, `${JSON.stringify({ ...versioned, evidence }, null, 2)}\n`);
}

/** Until the description is complete. */
const NO_VERSION = '0'.repeat(16);

/** Hot updates change one development build into the next, and belong to neither. */
const isHotUpdate = (path: string) => path.includes('.hot-update.');

/** Every file below `directory` except those that describe the build and hot updates, sorted by path. */
function hashFiles(directory: string): Record<string, BuiltFile> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'release.json' && !evidenceFiles.includes(path) && !isHotUpdate(path))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const bytes = readFileSync(join(directory, path));
      return [path, { size: bytes.length, integrity: integrityOf(bytes) }];
    }),
  );
}

/** `unknown` outside of a Git checkout, and before its first commit. */
const commitOf = (directory: string): string =>
  process.env.SLIPWAY_COMMIT || (git(directory, 'rev-parse', 'HEAD') ?? 'unknown');
