/**
 * The runtime of Module Federation's containers, for the shell and for each slice that Rspack builds: the builds leave
 * upstream's out. The composition has decided which files run and which versions fit, so it only passes packages on
 * (decision 103). A bundle starts with one call of `start`; releases from before it call the other functions (decision 119).
 * Containers of other bundlers bring their own runtime, which uses the same share scope.
 * It imports no index of a library: the build moves all that it can reach into the first script.
 */
import {
  addCopies,
  type BuiltCopy,
  type Factory,
  getShared,
  type SharedCopy,
  type SharedRequest,
  type ShareScope,
} from './sharedPackages';

type Modules<Value> = Partial<Record<string, Value>>;

/** The part of Rspack's `__webpack_require__` that this uses. */
interface Bundle {
  /** Functions that evaluate a module. */
  m: Modules<(module: { exports: unknown }) => void>;
  /** Modules that are evaluated. */
  c: Modules<unknown>;
  /** Which packages chunks use. A hot update replaces it. */
  consumesLoadingData?: {
    chunkMapping?: Modules<string[]>;
    moduleIdToConsumeDataMapping: Record<string, SharedRequest>;
    /** The modules of packages that the first modules of the shell import. */
    initialConsumes?: string[];
  };
  federation: {
    initOptions: { name: string; shared?: Record<string, BuiltCopy[]> };
    instance?: { scope: ShareScope };
  };
}

/** A bundle before its start: what Rspack knows of it, and what its own code calls. */
interface NewBundle extends Omit<Bundle, 'federation'> {
  /** The packages that the build brings, by share scope. */
  initializeSharingData?: { scopeToSharingDataMapping: { default?: BuiltPackage[] } };
  /** The modules of a container, by the name under which it exposes them. */
  initializeExposesData?: { moduleMap: Modules<() => unknown> };
  federation: Partial<Bundle['federation']>;
  /** The address of the folder with the bundle's files. */
  p: string;
  /** Called for each chunk that is wanted, with the promises that it waits for. */
  f: { consumes?: (chunkId: string, promises: unknown[]) => void };
  /** The functions of a container. */
  initContainer?: (shareScope: ShareScope) => void;
  getContainer?: (module: string) => unknown;
}

type BuiltPackage = SharedCopy['shareConfig'] & {
  name: string;
  version: string;
  factory: BuiltCopy['get'];
};

type Called<More = unknown> = { webpackRequire: Bundle } & More;

/** Module Federation's share scopes, by name. A page has one. */
export interface ShareScopes {
  default: ShareScope;
}

export const shareScopes: ShareScopes = { default: {} };

/** Adds the packages that the build brings. */
function connect({ federation }: Bundle, scope: ShareScope): { scope: ShareScope } {
  const { name, shared = {} } = federation.initOptions;
  addCopies(scope, name, shared);
  return { scope };
}

function requestOf({ consumesLoadingData, federation }: Bundle, id: string) {
  const request = consumesLoadingData?.moduleIdToConsumeDataMapping[id];
  if (!request || !federation.instance) throw new Error(`The shared module ${id} is not described`);
  return getShared(federation.instance.scope, request);
}

/** The next import of the module runs `evaluate`, also if an earlier one failed. */
function define({ m, c }: Bundle, id: string, evaluate: () => unknown): void {
  m[id] = (module) => {
    Reflect.deleteProperty(c, id);
    module.exports = evaluate();
  };
}

/** Frozen, because all containers use the same one. */
const bundlerRuntime = Object.freeze({
  S: shareScopes,

  /** Called by the shell's script, and by each container's before its `init`. */
  init: ({ webpackRequire }: Called) => connect(webpackRequire, shareScopes.default),

  /** `init` of a container. */
  initContainerEntry({ webpackRequire, shareScope }: Called<{ shareScope: ShareScope }>) {
    webpackRequire.federation.instance = connect(webpackRequire, shareScope);
  },

  /** The packages that the first modules of the shell import: they are in its script. */
  installInitialConsumes({ webpackRequire, initialConsumes }: Called<{ initialConsumes: string[] }>) {
    for (const id of initialConsumes)
      define(webpackRequire, id, () => {
        const factory = requestOf(webpackRequire, id);
        if (factory instanceof Promise) throw new Error(`The shared module ${id} is not in the first script`);
        return factory();
      });
  },

  /** The packages that a chunk imports. `installed` has 0 for one that is there, or its promise. */
  consumes({
    webpackRequire,
    chunkId,
    promises,
    installedModules: installed,
  }: Called<{ chunkId: string; promises: unknown[]; installedModules: Modules<Promise<void> | 0> }>) {
    for (const id of webpackRequire.consumesLoadingData?.chunkMapping?.[chunkId] ?? []) {
      const pending = installed[id];
      if (pending !== undefined) {
        if (pending) promises.push(pending);
        continue;
      }
      const arrived = (factory: Factory) => {
        installed[id] = 0;
        define(webpackRequire, id, factory);
      };
      const failed = (error: unknown) => {
        Reflect.deleteProperty(installed, id);
        define(webpackRequire, id, () => {
          throw error;
        });
      };
      try {
        const factory = requestOf(webpackRequire, id);
        if (factory instanceof Promise) promises.push((installed[id] = factory.then(arrived, failed)));
        else arrived(factory);
      } catch (error) {
        failed(error);
      }
    }
  },
});

/** The packages that the build brings, by name. */
function copiesOf({ initializeSharingData }: NewBundle): Record<string, BuiltCopy[]> {
  const copies: Record<string, BuiltCopy[]> = {};
  for (const { name, version, factory, ...shareConfig } of initializeSharingData?.scopeToSharingDataMapping
    .default ?? [])
    (copies[name] ??= []).push({ version, get: factory, scope: ['default'], shareConfig });
  return copies;
}

/** Starts the bundle of the shell, or of the slice `name`, while its script runs and before its first module does. */
function start(bundle: NewBundle, name: string): void {
  bundle.p = new URL('.', (document.currentScript as HTMLScriptElement).src).href;
  const installedModules: Modules<Promise<void> | 0> = {};
  bundle.federation.initOptions = { name, shared: copiesOf(bundle) };
  const webpackRequire = bundle as Bundle;
  webpackRequire.federation.instance = bundlerRuntime.init({ webpackRequire });
  bundle.f.consumes = (chunkId, promises) => {
    bundlerRuntime.consumes({ webpackRequire, chunkId, promises, installedModules });
  };
  bundle.initContainer = (shareScope) => {
    bundlerRuntime.initContainerEntry({ webpackRequire, shareScope });
  };
  bundle.getContainer = (module) =>
    bundle.initializeExposesData?.moduleMap[module]?.() ??
    Promise.reject(new Error(`Module "${module}" does not exist in container.`));
  const initialConsumes = bundle.consumesLoadingData?.initialConsumes ?? [];
  bundlerRuntime.installInitialConsumes({ webpackRequire, initialConsumes });
}

/** `bundlerRuntime` has the name and functions of upstream's `@module-federation/webpack-bundler-runtime`. */
export const containerRuntime = Object.freeze({ bundlerRuntime, start });
