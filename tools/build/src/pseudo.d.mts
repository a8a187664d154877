export type CompiledMessage = string | unknown[];
export declare const pseudoLocales: Record<string, (message: CompiledMessage) => CompiledMessage>;
