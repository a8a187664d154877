/** The Rspack configurations of the shell and of slices. One file: they share most of their settings. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from './moduleFederation';
import { type Compiler, type Configuration, rspack, type RspackPluginInstance } from '@rspack/core';
import {
  CONTAINER_RUNTIME,
  parseManifest,
  parseShellManifest,
  type ShellManifest,
  type SliceManifest,
} from '@slipway/contracts';
import { CompileHintPlugin } from './compileHint';
import { ImagesPlugin } from './imagesPlugin';
import { isMessagesFileOf, messagesFile } from './compileMessages.mjs';
import { describeShell, describeSlice } from './describe';
import { forDevelopment, isDevelopment } from './development/configuration';
import { MergeRuntimePlugin } from './mergeRuntime';
import { ModuleIdsPlugin } from './moduleIds';
import { type Prerender, PrerenderPlugin } from './prerender';
import { rejectSandboxed } from './release';
import { ReleasePlugin } from './releasePlugin';
import { BEFORE_PAINT, CHOOSER, ScriptPlugin, WORKER } from './scriptPlugin';
import { leafShared, shellShared, sliceShared } from './shared';
import { sourceMapsPlugin } from './sourceMaps';
import { type Catalogs, isPseudoBuild, languagesOf, shellCatalogs, sliceCatalogs } from './translations';
import { TranslationsPlugin } from './translationsPlugin';

/**
 * The oldest supported browsers: the first with `light-dark()`, which the themes need, and Firefox's first with popovers
 * and `Intl.Segmenter`, which menus, tooltips and initials need.
 */
const browsers = ['chrome >= 123', 'firefox >= 125', 'safari >= 17.5'];

/** Without an extension: TypeScript here, JavaScript in the published package. */
const unusedSupabase = join(import.meta.dirname, 'unusedSupabase');
const unusedAuth = join(import.meta.dirname, 'unusedAuth');
/** With an extension, which the modules of these packages require. */
const unusedQuery = join(import.meta.dirname, 'unusedQuery.mjs');
const unusedPrefixes = join(import.meta.dirname, 'unusedPrefixes.mjs');

/** Files of auth-js that `unusedAuth` replaces, as they are imported there. */
const unusedAuthFiles = /^\.\/(?:lib\/webauthn|lib\/web3\/ethereum)$/;

/** Files of React Query that `unusedQuery` replaces, as they are imported there. */
const unusedQueryFiles = /^\.\/(?:hydration|streamedQuery|HydrationBoundary)\.js$/;

/** Supabase's client gets an auth client that loads on demand, which imports the package itself. */
const lazyAuth = (directory: string) =>
  new rspack.NormalModuleReplacementPlugin(/^@supabase\/auth-js$/, (module) => {
    if (module.context.includes('supabase-js'))
      module.request = createRequire(`${directory}/package.json`).resolve('@slipway/data/lazy-auth');
  });

/** Entries of react-router's development build, which its package gives to every bundler. */
const developmentRouter = /([\\/]react-router[\\/]dist[\\/])development(?=[\\/](?:index|dom-export)\.mjs$)/;

const outputFolder = isPseudoBuild() ? 'test-results/pseudo' : 'dist';

/** Compiles the message catalogs of the libraries and of the slice, which may be outside of this workspace. */
const messageCatalogs = (directory: string, catalogs: Catalogs) => ({
  test: [messagesFile, isMessagesFileOf(directory)],
  enforce: 'pre' as const,
  loader: join(import.meta.dirname, 'messagesLoader.mjs'),
  // Without translations, a catalog needs no code that takes them.
  options: { catalogs: languagesOf(catalogs).length > 0 ? catalogs : {} },
});

/** Templates are sent as they are written. */
const styles = {
  test: /\.tsx?$/,
  enforce: 'pre' as const,
  loader: join(import.meta.dirname, 'stylesLoader.mjs'),
};

/** Packages without the functions that no page uses. */
const unusedFunctions = (library: string, file: RegExp) => ({
  test: file,
  loader: join(import.meta.dirname, 'unusedFunctionsLoader.mjs'),
  options: { library },
});
const router = unusedFunctions('react-router', /[\\/]react-router[\\/]dist[\\/].*[\\/]chunk-\w+\.mjs$/);
const react = unusedFunctions('react-dom', /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/);
const client = unusedFunctions('@supabase/supabase-js', /[\\/]supabase-js[\\/]dist[\\/]index\.mjs$/);

const typescript = () => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Never the development runtime of JSX: it is a separate module, which no shell shares.
      transform: { react: { runtime: 'automatic', development: false, refresh: isDevelopment() } },
      target: 'es2022',
    },
  },
  type: 'javascript/auto',
});

/** The configuration that the shell and slices share. Every file name contains a content hash. */
function baseConfig(
  id: string,
  directory: string,
  catalogs: Catalogs,
  plugins: RspackPluginInstance[],
): Configuration {
  return {
    name: id,
    mode: 'production',
    context: directory,
    devtool: false,
    infrastructureLogging: { level: 'error' },
    target: ['web', 'es2022'],
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      alias: {
        '@supabase/realtime-js': unusedSupabase,
        '@supabase/storage-js': unusedSupabase,
        '@supabase/functions-js': unusedSupabase,
      },
    },
    module: {
      rules: [
        messageCatalogs(directory, catalogs),
        styles,
        typescript(),
        react,
        router,
        client,
        { test: /\.css$/, type: 'css' },
        { test: /\.svg$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:16][ext]' } },
        {
          test: /\.woff2$/,
          type: 'asset/resource',
          generator: { filename: 'fonts/[name].[contenthash:16][ext]' },
        },
      ],
    },
    output: {
      path: join(directory, outputFolder),
      clean: true,
      filename: '[name].[contenthash:16].js',
      chunkFilename: '[name].[contenthash:16].js',
      cssFilename: '[name].[contenthash:16].css',
      uniqueName: `slipway_${id}`,
      publicPath: '', // `start` of the platform's runtime sets it.
      crossOriginLoading: 'anonymous',
      // A module that threw is never taken for loaded, such as one whose shared package could not be fetched: each later
      // import throws its error again, where it would otherwise give an empty module.
      strictModuleExceptionHandling: true,
    },
    optimization: {
      moduleIds: false,
      chunkIds: 'named',
      realContentHash: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    performance: false,
    plugins: [
      // A constant: code for prerendered pages is in no other build.
      new rspack.DefinePlugin({ 'process.env.SLIPWAY_PRERENDER': JSON.stringify('') }),
      ...plugins,
      // Not in development: module names should be readable there, and maps are inline.
      ...(isDevelopment() ? [] : [new ModuleIdsPlugin(directory), sourceMapsPlugin()]),
    ],
  };
}

/** The same sources for Node, in one file: to prerender pages. */
const nodeConfig = (directory: string): Configuration => ({
  mode: 'production',
  context: directory,
  devtool: false,
  target: 'node20',
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  module: { rules: [messageCatalogs(directory, {}), typescript()] },
  optimization: { minimize: false },
  performance: false,
});

/** Not of texts that the page may translate. */
const prerenderPlugin = (prerender: Prerender, directory: string, catalogs: Catalogs) =>
  languagesOf(catalogs).length === 0 && !isDevelopment()
    ? new PrerenderPlugin(prerender, () => nodeConfig(directory))
    : undefined;

/** The texts of a manifest that pages show. */
const namesOf = ({
  routes,
  nav = [],
}: Pick<SliceManifest, 'routes'> & Partial<Pick<SliceManifest, 'nav'>>) => [
  ...new Set([...routes.map(({ title }) => title), ...nav.map(({ label }) => label)]),
];

/** The module with which Module Federation's plugin starts a bundle: upstream's runtime and the code that connects it. */
const upstreamStart = /^@module-federation\/runtime\/rspack\.js!=!/;

/**
 * Starts the bundle with the platform's runtime instead (`libs/platform/src/loading/containerRuntime.ts`). The shell's bundle
 * brings it, and provides it to every container. A class, so that benchmarks can leave it out.
 */
class OwnRuntimePlugin implements RspackPluginInstance {
  /** `directory` is the shell's folder; undefined for a slice. */
  constructor(
    private readonly name: string,
    private readonly directory?: string,
  ) {}

  private code(): string {
    const start = (runtime: string) => `${runtime}.start(__webpack_require__, ${JSON.stringify(this.name)});`;
    if (this.directory === undefined) return start(`window.${CONTAINER_RUNTIME}`);
    const file = createRequire(`${this.directory}/package.json`).resolve(
      '@slipway/platform/container-runtime',
    );
    return `import { containerRuntime } from ${JSON.stringify(file)}; ${start('containerRuntime')}`;
  }

  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(upstreamStart, (module) => {
      module.request = `data:text/javascript,${encodeURIComponent(this.code())}`;
    }).apply(compiler);
  }
}

/** Bytes of source that several chunks share. For less, another request costs a page more than the bytes save the next one. */
const SMALLEST_SHARED_CHUNK = 60_000;

/** A package is in the file of the code that uses it, unless several do: a request more costs a page more than it saves the next. */
const packagesWithCode = { defaultVendors: false } as const;

/**
 * Each request costs a phone some milliseconds of its main thread (decision 115). So the exposed module is in the container,
 * which every page needs too. The shared packages of its chunk stay there: a container gets its packages after it has started.
 */
const fewerFiles = (id: string): NonNullable<Configuration['optimization']> => ({
  splitChunks: {
    minSize: SMALLEST_SHARED_CHUNK,
    cacheGroups: {
      ...packagesWithCode,
      exposed: {
        name: id,
        chunks: ({ name }) => name === '__federation_expose_slice',
        test: ({ type }) => type.startsWith('javascript/'),
        enforce: true,
      },
    },
  },
});

/**
 * A slice: one remote with one exposed module, `src/slice.ts`. Its `src/prerender.tsx`, if it has one, prerenders pages.
 * @throws `invalid_input`, naming the manifest's field
 */
export function sliceConfig(slice: SliceManifest, directory: string): Configuration {
  const manifest = parseManifest(slice, join(directory, 'slice.manifest.ts'));
  rejectSandboxed(manifest);
  const catalogs = sliceCatalogs(manifest.id, directory);
  const translations = new TranslationsPlugin(catalogs, namesOf(manifest));
  const module = join(directory, 'src/prerender.tsx');
  const prerender = existsSync(module)
    ? prerenderPlugin({ module, prefix: `${manifest.id}-` }, directory, catalogs)
    : undefined;
  const config = baseConfig(manifest.id, directory, catalogs, [
    translations,
    new ModuleFederationPlugin({
      name: manifest.id,
      // The default declares a variable, and an id may contain a hyphen.
      library: { type: 'window', name: manifest.id },
      filename: isDevelopment() ? 'remoteEntry.js' : 'remoteEntry.[contenthash:16].js',
      exposes: { './slice': './src/slice.ts' },
      shared: { ...sliceShared(directory), ...leafShared(manifest.shares ?? [], directory) },
      shareStrategy: 'loaded-first',
      manifest: true,
      dts: false,
    }),
    new OwnRuntimePlugin(manifest.id),
    ...(prerender ? [prerender] : []),
    new ReleasePlugin(directory, describeSlice(manifest, directory, translations, prerender)),
  ]);
  const optimization = { ...config.optimization, ...fewerFiles(manifest.id) };
  return forDevelopment({ ...config, entry: {}, optimization }, 'slice');
}

/**
 * The shell: a host that learns of its remotes at run time.
 * `scripts` are sources: of the script that runs before the first paint, of the script that chooses between two shells, and
 * of the service worker. `images` is a folder of PNG pictures, each named by its purpose. `prerender` has the module that
 * prerenders pages, and the styles of their place.
 * @throws `invalid_input`, naming the manifest's field
 */
export function shellConfig(
  shell: ShellManifest,
  directory: string,
  scripts: { beforePaint: string; chooser: string; worker: string; images?: string; prerender?: Prerender },
): Configuration {
  const manifest = parseShellManifest(shell, join(directory, 'shell.manifest.ts'));
  const catalogs = shellCatalogs(manifest.id, directory);
  const translations = new TranslationsPlugin(catalogs, namesOf(manifest));
  const prerender = scripts.prerender && prerenderPlugin(scripts.prerender, directory, catalogs);
  const config = baseConfig(manifest.id, directory, catalogs, [
    translations,
    new ModuleFederationPlugin({
      name: manifest.id,
      shared: shellShared(directory),
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
    }),
    // The document has the hashes of the first scripts only. Earlier builds cannot know the hash of a hot update.
    ...(isDevelopment() ? [] : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] })]),
    new OwnRuntimePlugin(manifest.id, directory),
    lazyAuth(directory),
    new rspack.NormalModuleReplacementPlugin(unusedAuthFiles, (module) => {
      if (module.context.includes('auth-js')) module.request = unusedAuth;
    }),
    new rspack.NormalModuleReplacementPlugin(unusedQueryFiles, (module) => {
      if (module.context.includes('@tanstack')) module.request = unusedQuery;
    }),
    new rspack.NormalModuleReplacementPlugin(/^\.\/Prefixer\.js$/, (module) => {
      if (module.context.includes('stylis')) module.request = unusedPrefixes;
    }),
    ...(isDevelopment()
      ? []
      : [
          new MergeRuntimePlugin(),
          new CompileHintPlugin(),
          new rspack.NormalModuleReplacementPlugin(developmentRouter, ({ createData }) => {
            if (createData?.resource)
              createData.resource = createData.resource.replace(developmentRouter, '$1production');
          }),
        ]),
    new ScriptPlugin(BEFORE_PAINT, scripts.beforePaint),
    ...(isDevelopment()
      ? []
      : [new ScriptPlugin(CHOOSER, scripts.chooser), new ScriptPlugin(WORKER, scripts.worker)]),
    ...(scripts.images === undefined ? [] : [new ImagesPlugin(scripts.images)]),
    ...(prerender ? [prerender] : []),
    new ReleasePlugin(directory, describeShell(manifest, directory, translations, prerender)),
  ]);
  const optimization = { ...config.optimization, splitChunks: { cacheGroups: packagesWithCode } };
  return forDevelopment({ ...config, entry: { main: './src/main.tsx' }, optimization }, 'shell');
}
