export declare const messagesFile: RegExp;
export declare function compileMessages(source: string, locale?: 'en' | 'pseudo'): string;
