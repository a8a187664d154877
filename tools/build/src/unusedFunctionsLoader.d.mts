/** Functions that the app never calls, by package. */
export declare const unusedFunctions: {
  readonly 'react-router': readonly string[];
  readonly '@supabase/supabase-js': readonly string[];
};
/** The bodies of functions that do less than in the package, by package and by function. */
export declare const smallerFunctions: { readonly 'react-router': Readonly<Record<string, string>> };
/** The start of the statement that ends a function, by package and by function. */
export declare const lastStatements: { readonly 'react-router': Readonly<Record<string, string>> };
/** The source, with components that a bundler may leave out. */
export declare const unnameComponents: (source: string) => string;
/** The source, with the names of React's exports. */
export declare const nameExport: (source: string) => string;
/** The source with less in its functions, and the names of those functions. @throws when a last statement is not there */
export declare const emptyFunctions: (
  source: string,
  library: keyof typeof unusedFunctions,
) => { source: string; names: string[] };
