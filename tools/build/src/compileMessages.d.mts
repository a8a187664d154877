import type { CompiledMessage } from './pseudo.mjs';

export declare const messagesFile: RegExp;
export declare function isMessagesFileOf(directory: string): (path: string) => boolean;
export declare function isCatalogFile(path: string, source: string): boolean;
export declare function compileText(key: string, text: string): CompiledMessage;
export declare function messagesOf(source: string): Record<string, string>;
export declare function compileCatalog(path: string, source: string, id?: string): string;
export declare function compileMessages(source: string, id?: string): string;
