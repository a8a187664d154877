import type { unusedFunctions } from './unusedFunctions.mjs';

/** The source, with components that a bundler may leave out. */
export declare const unnameComponents: (source: string) => string;
/** The source, with the names of React's exports. */
export declare const nameExport: (source: string) => string;
/** The source with less in its functions, and the names of those functions and constants. @throws when a last statement is not there */
export declare const emptyFunctions: (
  source: string,
  library: keyof typeof unusedFunctions,
) => { source: string; names: string[] };
