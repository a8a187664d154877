/**
 * The packages that the slices of a page share, in Module Federation's share scope, which containers of all bundlers
 * read and extend. The shell provides the singletons; slices bring copies of leaf packages.
 */
import { compareVersions, satisfies, validate } from 'compare-versions';

/** Returns the module of a package, and evaluates it the first time. */
export type Factory = () => unknown;

/** A copy of a package, as Module Federation describes it: runtimes of other bundlers use all fields. */
export interface SharedCopy {
  version: string;
  /** The container that brought it. */
  from: string;
  get: () => Factory | Promise<Factory>;
  /** The module, once it is loaded. */
  lib?: Factory;
  loading?: Promise<Factory> | null;
  /** webpack's own runtime writes 1 when it asks for the copy. */
  loaded?: boolean | number;
  scope: string[];
  shareConfig: { singleton?: boolean; eager?: boolean; requiredVersion?: string | false };
  strategy: 'loaded-first';
  useIn: string[];
  deps: string[];
}

/** Copies of shared packages, by package and by version. */
export type ShareScope = Record<string, Record<string, SharedCopy>>;

/** A package that a container needs. */
export interface SharedRequest {
  shareKey: string;
  requiredVersion: string | false;
  /** The page has a single copy, the shell's. */
  singleton: boolean;
  /** Loads the container's own copy, if it has one. */
  fallback?: () => Factory | Promise<Factory>;
}

/** A copy that a build brings, as the build describes it. */
export type BuiltCopy = Pick<SharedCopy, 'version' | 'get' | 'scope' | 'shareConfig'>;

/** Adds the copies that `from` brings, by package, unless the scope has the same version. */
export function addCopies(scope: ShareScope, from: string, built: Record<string, BuiltCopy[]>): void {
  for (const [name, copies] of Object.entries(built)) {
    const known = (scope[name] ??= {});
    for (const copy of copies) known[copy.version] ??= createCopy(copy, from);
  }
}

/** Forgets a request that fails, whichever runtime made it. Module Federation's runtime would keep the failed one. */
function createCopy(built: BuiltCopy, from: string): SharedCopy {
  let loading: SharedCopy['loading'] = null;
  return {
    ...built,
    from,
    strategy: 'loaded-first',
    useIn: [],
    deps: [],
    get loading() {
      return loading;
    },
    set loading(request) {
      loading = request;
      request?.catch(() => (loading = null));
    },
  };
}

/** Most requests are for the version that the page has, so the range is parsed only for others. */
const isInRange = (version: string, range: string | false) =>
  range === false || range === `^${version}` || range === version || satisfies(version, range);

const isUsed = ({ lib, loading, loaded }: SharedCopy) => Boolean(lib ?? loading ?? loaded);

/** The newest copy in the range that is already loaded, or else the newest in the range. */
function chooseCopy(scope: ShareScope, { shareKey, requiredVersion }: SharedRequest): SharedCopy | undefined {
  return (
    Object.values(scope[shareKey] ?? {})
      // A container of another bundler may have any text as a version. Comparing it would make every slice's request
      // fail.
      .filter(({ version }) => validate(version) && isInRange(version, requiredVersion))
      .toSorted(
        (one, other) =>
          Number(isUsed(other)) - Number(isUsed(one)) || compareVersions(other.version, one.version),
      )[0]
  );
}

function getCopy(copy: SharedCopy): Factory | Promise<Factory> {
  if (copy.lib) return copy.lib;
  if (copy.loading) return copy.loading;
  const arrived = (factory: Factory) => {
    copy.loaded = true;
    return (copy.lib = factory);
  };
  const factory = copy.get();
  if (!(factory instanceof Promise)) return arrived(factory);
  return (copy.loading = factory.then(arrived));
}

/**
 * Returns the factory of a package, synchronously if the page has it.
 * @throws when no copy is in the range; rejects when the copy could not be fetched. The first message contains `shared
 * module`, which `loadFailure.ts` recognizes.
 */
export function getShared(scope: ShareScope, request: SharedRequest): Factory | Promise<Factory> {
  const { shareKey, requiredVersion, singleton, fallback } = request;
  const copy = chooseCopy(scope, request);
  if (!copy) {
    if (fallback) return fallback();
    const versions = Object.keys(scope[shareKey] ?? {}).join(', ') || 'none';
    throw new Error(
      `No version of the shared module ${shareKey} satisfies ${String(requiredVersion)}: the page has ${versions}`,
    );
  }
  const found = getCopy(copy);
  // Another slice's copy may be unreachable while this slice's own is not.
  if (found instanceof Promise && fallback && !singleton) return found.catch(() => fallback());
  return found;
}
