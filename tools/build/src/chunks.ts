/** Finds the files of a build that a lazy import or an entry loads. */
import type { StatsCompilation } from '@rspack/core';

/** The fields of a build's statistics that Rspack and webpack share. */
interface Chunks {
  chunks?:
    | {
        files?: string[] | undefined;
        origins?: { request?: string | undefined; moduleName?: string | undefined }[] | undefined;
      }[]
    | undefined;
}

const isScriptOrStyle = (file: string) => /\.(?:js|css)$/.test(file) && !file.endsWith('.hot-update.js');

/** The files that `import(request)` loads in the module whose name ends with `issuer`. */
export const filesOfImport = (stats: Chunks, issuer: string, request: string): string[] =>
  (stats.chunks ?? [])
    .filter((chunk) =>
      chunk.origins?.some(
        (origin) => origin.request === request && origin.moduleName?.split('?')[0]?.endsWith(issuer),
      ),
    )
    .flatMap((chunk) => [...(chunk.files ?? [])])
    .filter(isScriptOrStyle);

/** The files of an entry point, in execution order. */
export const filesOfEntry = (stats: StatsCompilation, name: string): string[] =>
  (stats.entrypoints?.[name]?.assets ?? []).map((asset) => asset.name).filter(isScriptOrStyle);
