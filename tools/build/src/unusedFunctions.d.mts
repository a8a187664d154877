type Library = 'react-dom' | 'react-router' | '@supabase/supabase-js';
/** Functions that the app never calls, by package. */
export declare const unusedFunctions: Readonly<Record<Library, readonly string[]>>;
/** The bodies of functions that do less than in the package, by package and by function. */
export declare const smallerFunctions: Readonly<Partial<Record<Library, Readonly<Record<string, string>>>>>;
/** The start of the statement that ends a function, by package and by function. */
export declare const lastStatements: Readonly<Partial<Record<Library, Readonly<Record<string, string>>>>>;
/** The values of variables that never change, by package and by variable. */
export declare const constants: Readonly<Partial<Record<Library, Readonly<Record<string, string>>>>>;
