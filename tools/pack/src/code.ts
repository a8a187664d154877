/** The code of a published package: its modules as Node runs them, one file each. */
import { isAbsolute, join } from 'node:path';
import { build } from 'vite';

/** Writes the modules of `folder` that `sources` reach into `out`. Other packages stay imports. */
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
