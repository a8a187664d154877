/** The files with which a step gives values to later steps. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const names = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const;
type CommandFile = (typeof names)[number];

/** `name=value` lines, and values of several lines after `name<<end`. @throws for any other line, as GitHub does */
export function readCommandFile(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name, sign, rest = ''] = /^([\w-]+)(=|<<)(.*)$/.exec(line) ?? [];
    const end = sign === '<<' ? lines.indexOf(rest) : 0;
    if (name === undefined || end === -1) throw new Error(`A step wrote "${line}" to a command file`);
    pairs[name] =
      sign === '<<'
        ? lines
            .splice(0, end + 1)
            .slice(0, -1)
            .join('\n')
        : rest;
  }
  return pairs;
}

/** Empty files in a folder, as variables of a step, and what it wrote to them. */
export function commandFiles(folder: string) {
  const variables = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  for (const path of Object.values(variables)) writeFileSync(path, '');
  const text = (name: CommandFile) => readFileSync(join(folder, name), 'utf8');
  return { variables, text };
}
