/** The source, with components that a bundler may leave out. */
export declare const unnameComponents: (source: string) => string;
