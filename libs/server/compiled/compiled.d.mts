export function compiledModule(entry: string): Promise<string | undefined>;
export function importCompiled(entry: string): Promise<unknown>;
export function programOf(entry: string): string[];
