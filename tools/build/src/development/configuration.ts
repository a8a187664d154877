/**
 * What differs where `slipway dev` compiles, which it says by `SLIPWAY_DEVELOPMENT`: the folder to write to, so that no
 * such build ever stands in the place of one that is released. Hot updates, Fast Refresh, readable names, source maps;
 * shared packages and federation are as in a release.
 */
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

const folder = () => process.env.SLIPWAY_DEVELOPMENT;

export const isDevelopment = () => folder() !== undefined;

/** The configuration itself for a release, and the one for development where that is asked for. */
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
      // A page out of sight takes every hot update since it was seen, one after the other.
      clean: false,
    },
    // What does not build is no step that a page could take.
    optimization: { moduleIds: 'named', chunkIds: 'named', minimize: false, emitOnErrors: false },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.HotModuleReplacementPlugin(),
      // One name for all: the runtime is the shell's, and is put into React once.
      new ReactRefreshRspackPlugin({
        library: 'slipway',
        exclude: [/[\\/]node_modules[\\/]/, import.meta.dirname],
      }),
      new rspack.DefinePlugin({
        SLIPWAY_APP: JSON.stringify(id),
        // As in a release: styles are written through the CSSOM, as the content security policy wants it.
        SC_DISABLE_SPEEDY: 'false',
      }),
      ...(kind === 'shell' ? [entry('page.ts')] : []),
      entry('hot.ts'),
    ],
  };

  function entry(file: string) {
    // Without a name it is part of every entry, a slice's container too.
    return new rspack.EntryPlugin(directory, join(import.meta.dirname, file), { name: undefined });
  }
}
