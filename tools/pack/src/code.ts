/** Compiles the code of a published package to JavaScript for Node, one file per module. */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { build } from 'vite';

/**
 * Writes the modules of `folder` that `sources` import to `out`. Imports of other packages stay imports. A module that
 * imports the `package.json` reads `version` there.
 */
export async function writeCode(
  folder: string,
  sources: readonly string[],
  out: string,
  version: string,
): Promise<void> {
  const manifest = join(folder, 'package.json');
  await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'published-version',
        load: (id) =>
          id === manifest
            ? JSON.stringify({ ...(JSON.parse(readFileSync(id, 'utf8')) as object), version })
            : undefined,
      },
    ],
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
