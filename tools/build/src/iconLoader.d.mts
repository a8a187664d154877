/** The source of an icon without the keys of its lines. */
export declare const withoutKeys: (source: string) => string;
