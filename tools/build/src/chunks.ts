/** Which files of a build are fetched for one lazy import. */
import type { StatsCompilation } from '@rspack/core';

const isScriptOrStyle = (file: string) => /\.(?:js|css)$/.test(file) && !file.endsWith('.hot-update.js');

/** The files that `import(request)` in a module called `…<issuer>` loads. */
export const filesOfImport = (stats: StatsCompilation, issuer: string, request: string): string[] =>
  (stats.chunks ?? [])
    .filter((chunk) =>
      chunk.origins?.some(
        (origin) => origin.request === request && origin.moduleName?.split('?')[0]?.endsWith(issuer),
      ),
    )
    .flatMap((chunk) => [...(chunk.files ?? [])])
    .filter(isScriptOrStyle);

/** The files of an entry point, in the order they run. */
export const filesOfEntry = (stats: StatsCompilation, name: string): string[] =>
  (stats.entrypoints?.[name]?.assets ?? []).map((asset) => asset.name).filter(isScriptOrStyle);
