export declare const messagesFile: RegExp;
export declare function messagesOf(source: string): Record<string, string>;
export declare function compileMessages(source: string, id?: string): string;
