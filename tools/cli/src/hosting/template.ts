/** Fills the `{{holes}}` of a file in this folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @throws for a hole without a value, and for a value without a hole: one of both is forgotten */
export function filled(name: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(import.meta.dirname, `${name}.template`), 'utf8');
  const left = new Set(Object.keys(values));
  const result = text.replace(/\{\{([a-z ]+)\}\}/g, (_, hole: string) => {
    const value = values[hole];
    if (value === undefined) throw new Error(`${name}.template: nothing is given for ${hole}`);
    left.delete(hole);
    return value;
  });
  if (left.size > 0) throw new Error(`${name}.template: has no place for ${[...left].join(', ')}`);
  return result;
}

/** Indented lines, of which the last has no end. */
export const lines = (indent: string, texts: readonly string[]): string =>
  texts.map((text) => indent + text).join('\n');
