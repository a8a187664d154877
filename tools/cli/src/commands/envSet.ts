/** `slipway env set <name> <field> <value>`: changes one field of an environment's file. The next deploy applies it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { dryRun, slipwayCommand } from '../command-line/command';
import { parseEnvironment } from '../environment/environment';

type Fields = Record<string, unknown>;

/** The parsed value of JSON, such as `true` or `{…}`; any other text as it is. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A copy of `fields` with the value at a dotted path, such as `site.name`. @throws `invalid_input` */
function withField(fields: Fields, [first = '', ...rest]: readonly string[], value: unknown): Fields {
  if (['__proto__', 'constructor', 'prototype', ''].includes(first)) {
    throw new AppError('invalid_input', `"${first}" is not a field`);
  }
  const inner = (fields[first] ?? {}) as Fields;
  return { ...fields, [first]: rest.length === 0 ? value : withField(inner, rest, value) };
}

export default slipwayCommand({
  meta: { name: 'slipway env set', description: 'Change a field of an environment file' },
  args: {
    name: { type: 'positional', required: true, description: 'The environment' },
    field: {
      type: 'positional',
      required: true,
      description: 'A field, such as allowOverrides or site.name',
    },
    value: { type: 'positional', required: true, description: 'Text or JSON' },
    ...dryRun,
  },
  examples: [
    'slipway env set local allowOverrides true',
    'slipway env set staging site.name Harbor',
    'slipway env set production approvals \'[{"environment":"staging","minutes":60}]\'',
  ],
  async run({ name, field, value, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    workspace.environment(name);
    const path = join(workspace.folder, `${name}.json`);
    const file = JSON.parse(await readFile(path, 'utf8')) as Fields;
    const changed = withField(file, field.split('.'), valueOf(value));
    const environment = parseEnvironment(changed, `environments/${name}.json`);
    if (environment.name !== name) {
      throw new AppError(
        'invalid_input',
        `An environment has the name of its file: create another one with slipway env create`,
      );
    }
    if (!isDryRun) await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`);
    return {
      text: `${isDryRun ? 'Would set' : 'Set'} ${field} of ${name} to ${value}. The next deploy applies it`,
      data: { environment, isDryRun },
    };
  },
});
