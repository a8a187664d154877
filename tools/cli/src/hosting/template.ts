/** Fills the `{{placeholders}}` of a template in this folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @throws for a placeholder without a value, and for a value without a placeholder */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(import.meta.dirname, `${name}.template`), 'utf8');
  const unused = new Set(Object.keys(values));
  const result = text.replace(/\{\{([a-z ]+)\}\}/g, (_, placeholder: string) => {
    const value = values[placeholder];
    if (value === undefined) throw new Error(`${name}.template: no value for ${placeholder}`);
    unused.delete(placeholder);
    return value;
  });
  if (unused.size > 0) throw new Error(`${name}.template: no placeholder for ${[...unused].join(', ')}`);
  return result;
}

/** Indented lines, without a final line break. */
export const indentLines = (indent: string, texts: readonly string[]): string =>
  texts.map((text) => indent + text).join('\n');
