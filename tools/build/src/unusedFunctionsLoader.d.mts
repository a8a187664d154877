/** The functions that the app never calls, by package. */
export declare const unusedFunctions: {
  readonly 'react-router': readonly string[];
  readonly '@supabase/supabase-js': readonly string[];
};
/** The source, with components that a bundler may leave out. */
export declare const unnameComponents: (source: string) => string;
/** The source, with the names of React's exports. */
export declare const nameExport: (source: string) => string;
/** The source without the bodies of the unused functions, and the names of those that it has. */
export declare const emptyFunctions: (
  source: string,
  library: keyof typeof unusedFunctions,
) => { source: string; names: string[] };
