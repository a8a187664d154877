export declare const catalogueFile: RegExp;
export declare function compileCatalogue(source: string, locale?: 'en' | 'pseudo'): string;
