export function compiledMain(project: string): Promise<string | undefined>;
