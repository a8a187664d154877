/** The Rspack configurations of the contenders: the app's own loaders, minimizers and targets, without its releases. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, type RspackPluginInstance, rspack, type StatsCompilation } from '@rspack/core';
import { shellConfig } from '@slipway/build';
import type { SliceManifest } from '@slipway/contracts';
import { manifest as agents } from '../../apps/agents/slice.manifest';
import { manifest as auth } from '../../apps/auth/slice.manifest';
import { manifest as billing } from '../../apps/billing/slice.manifest';
import { manifest as deployments } from '../../apps/deployments/slice.manifest';
import { manifest as marketplace } from '../../apps/marketplace/slice.manifest';
import { manifest as shell } from '../../apps/shell/shell.manifest';

const apps = join(import.meta.dirname, '../../apps');
export const slices: Record<string, SliceManifest> = { agents, auth, billing, deployments, marketplace };
export const folderOf = (app: string) => join(apps, app);

/** Plugins that only releases of Slipway need. */
const OF_RELEASES = new Set([
  'ModuleFederationPlugin',
  'OwnRuntimePlugin',
  'SubresourceIntegrityPlugin',
  'ScriptPlugin',
  'PrerenderPlugin',
  'ImagesPlugin',
  'ReleasePlugin',
  'ModuleIdsPlugin',
  'SourceMapDevToolPlugin',
]);

export function contenderConfig(
  { plugins = [], optimization, output, ...config }: Configuration,
  folder: string,
  more: RspackPluginInstance[],
  /** The file that replaces the platform's `startHost`. */
  host = 'startHost.tsx',
): Configuration {
  const kept = plugins.filter((plugin) => plugin && !OF_RELEASES.has(plugin.constructor.name));
  const replaced = new rspack.NormalModuleReplacementPlugin(
    /^\.\/boot\/startHost$/,
    join(import.meta.dirname, host),
  );
  return {
    ...config,
    output: { ...output, path: folder, strictModuleExceptionHandling: false },
    optimization: { ...optimization, moduleIds: 'deterministic', chunkIds: 'deterministic' },
    plugins: [...kept, replaced, ...more],
  };
}

/** With Rspack's own runtime: where the entry is one `import()`, or the modules share one file of it. */
export const withOwnRuntime = ({ plugins, ...config }: Configuration): Configuration => ({
  ...config,
  plugins: plugins?.filter((plugin) => plugin && plugin.constructor.name !== 'MergeRuntimePlugin'),
});

export async function build(config: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(config);
  const stats = await new Promise<StatsCompilation>((resolve, reject) => {
    compiler.run((error, result) => {
      if (error || !result || result.hasErrors())
        reject(error ?? new Error(result?.toString('errors-only') ?? 'no result'));
      else
        resolve(
          result.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true, entrypoints: true }),
        );
    });
  });
  await new Promise((resolve) => {
    compiler.close(resolve);
  });
  return stats;
}

export const shellConfiguration = () =>
  shellConfig(shell, folderOf('shell'), { beforePaint: '', chooser: '', worker: '' });

/** Another text in the catalog of one slice. */
const changeOf = (id: string) => ({
  test: join(folderOf(id), 'src/messages.ts'),
  enforce: 'post' as const,
  loader: join(import.meta.dirname, 'changeLoader.mjs'),
});

/** With another text in the slice `changed`. */
export const withChange = (config: Configuration, changed: string | undefined): Configuration =>
  changed ? { ...config, module: { rules: [...(config.module?.rules ?? []), changeOf(changed)] } } : config;

/** The shell's loaders also compile the texts of the slices. */
export function withSlices(config: Configuration, changed?: string): Configuration {
  const [messages, ...others] = config.module?.rules ?? [];
  const ofSlices = Object.keys(slices).map((id) => join(folderOf(id), 'src/messages.ts'));
  const rule = messages as { test: unknown[] };
  const rules = [{ ...rule, test: [...rule.test, ...ofSlices] } as never, ...others];
  return withChange({ ...config, module: { rules } }, changed);
}

/** Writes an entry that sets `window.contender` before the shell starts. @returns its path */
export function writeEntry(place: string, loadOf: (id: string) => { head: string; load: string }): string {
  mkdirSync(place, { recursive: true });
  const parts = Object.keys(slices).map((id) => ({ id, ...loadOf(id) }));
  const lines = parts.flatMap(({ id, head }) => [
    `import { manifest as ${id} } from ${JSON.stringify(join(folderOf(id), 'slice.manifest'))};`,
    head,
  ]);
  const entries = parts.map(({ id, load }) => `${id}: { manifest: ${id}, load: ${load} }`);
  writeFileSync(
    join(place, 'slices.js'),
    `${lines.join('\n')}\nwindow.contender = { slices: { ${entries.join(', ')} } };\n`,
  );
  const main = JSON.stringify(join(folderOf('shell'), 'src/main.tsx'));
  writeFileSync(join(place, 'bootstrap.js'), `import './slices.js';\nimport ${main};\n`);
  return join(place, 'bootstrap.js');
}
