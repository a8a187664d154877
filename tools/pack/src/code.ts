/** Compiles the code of a published package to JavaScript for Node, one file per module. */
import { isAbsolute, join } from 'node:path';
import { build } from 'vite';

/** Writes the modules of `folder` that `sources` import to `out`. Imports of other packages stay imports. */
export async function writeCode(folder: string, sources: readonly string[], out: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: sources.map((source) => join(folder, source)),
        external: (id) => !id.startsWith('.') && !isAbsolute(id),
        output: {
          preserveModules: true,
          preserveModulesRoot: join(folder, 'src'),
          entryFileNames: '[name].mjs',
        },
      },
    },
  });
}
