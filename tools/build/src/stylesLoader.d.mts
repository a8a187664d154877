/** The source with its styles in their shortest lines. */
export declare const compactStyles: (source: string, path?: string) => string;
declare function stylesLoader(this: { resourcePath: string }, source: string): string;
export { stylesLoader as default };
