/**
 * The changes that `slipway dev` makes to the configuration: hot updates, Fast Refresh, readable names, source maps. Shared
 * packages and federation stay as in a release. `SLIPWAY_DEVELOPMENT` turns them on and names a separate output folder, so
 * that a development build can never be deployed by mistake.
 */
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

const folder = () => process.env.SLIPWAY_DEVELOPMENT;

export const isDevelopment = () => folder() !== undefined;

/** Returns `config` itself for a release, and its development version when `SLIPWAY_DEVELOPMENT` is set. */
export function forDevelopment(config: Configuration, kind: 'shell' | 'slice'): Configuration {
  const output = folder();
  if (output === undefined) return config;
  const directory = config.context ?? '';
  const id = config.name ?? '';
  return {
    ...config,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    lazyCompilation: false,
    infrastructureLogging: { level: 'error' },
    resolve: {
      ...config.resolve,
      alias: {
        ...config.resolve?.alias,
        ...(kind === 'slice' && { 'react-refresh': join(import.meta.dirname, 'react-refresh') }),
      },
    },
    output: {
      ...config.output,
      path: join(output, id),
      filename: '[name].js',
      chunkFilename: '[name].js',
      cssFilename: '[name].css',
      // Keeps earlier hot updates: a hidden page applies all that it missed, one after the other.
      clean: false,
    },
    // A page cannot apply the update of a failed build.
    optimization: { moduleIds: 'named', chunkIds: 'named', minimize: false, emitOnErrors: false },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.HotModuleReplacementPlugin(),
      // The same name in every bundle: all use the shell's runtime, which connects to React once.
      new ReactRefreshRspackPlugin({
        library: 'slipway',
        exclude: [/[\\/]node_modules[\\/]/, import.meta.dirname],
      }),
      new rspack.DefinePlugin({
        SLIPWAY_APP: JSON.stringify(id),
        // Write styles through the CSSOM, as in a release: the content security policy requires it.
        SC_DISABLE_SPEEDY: 'false',
      }),
      ...(kind === 'shell' ? [entry('page.ts')] : []),
      entry('hot.ts'),
    ],
  };

  function entry(file: string) {
    // An entry without a name is added to every entry, also to a slice's container.
    return new rspack.EntryPlugin(directory, join(import.meta.dirname, file), { name: undefined });
  }
}
