/** Compiles one TypeScript file without imports to a small classic script. */
import { readFileSync } from 'node:fs';
import { rspack } from '@rspack/core';

/** Returns the script that a TypeScript file without imports compiles to. */
export const classicScript = (file: string): string =>
  rspack.experiments.swc
    .transformSync(readFileSync(file, 'utf8'), {
      filename: file,
      isModule: false,
      jsc: {
        parser: { syntax: 'typescript' },
        target: 'es2022',
        minify: { compress: true, mangle: true },
      },
      minify: true,
    })
    .code.trim();
