/** The functions of react-router that the app never calls. */
export declare const unusedFunctions: readonly string[];
/** The source, with components that a bundler may leave out. */
export declare const unnameComponents: (source: string) => string;
/** The source without the bodies of the unused functions, and the names of those that it has. */
export declare const emptyFunctions: (source: string) => { source: string; names: string[] };
