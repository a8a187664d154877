/**
 * `slipway env set <name> <field> <value>`: changes one field of an environment's file. An environment of this machine
 * gets the new settings at once; any other gets them with `slipway env apply`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { author } from '../command-line/author';
import { dryRun, slipwayCommand, type Terminal } from '../command-line/command';
import { openTarget } from '../command-line/target';
import { deploy } from '../composition/deploy';
import { currentRevision } from '../composition/read';
import { type Environment, parseEnvironment } from '../environment/environment';
import { isFamily } from '../environment/previews';
import { settingsOf } from '../environment/settings';

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

/** The revision that has the settings now, or undefined when they wait for another command. */
async function applyHere(environment: Environment, field: string, terminal: Terminal) {
  if (environment.backend !== 'embedded' || isFamily(environment)) return undefined;
  const target = await openTarget(terminal.workspace(), environment.name);
  if ((await currentRevision(target.store, environment.name)) === 0) return undefined;
  const { composition } = await deploy({
    ...target,
    candidates: [],
    edits: {},
    settings: settingsOf(environment),
    author: author(terminal.env, target.workspace.root),
    reason: `slipway env set ${field}`,
  });
  return composition.revision;
}

/** How the new settings get into force. */
function nextStep(environment: Environment): string {
  if (isFamily(environment)) return `New previews of ${environment.name} use it`;
  const path = `environments/${environment.name}.json`;
  return `Apply it: slipway env apply ${path} --env ${environment.name} --reason "…"`;
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
    'slipway env set production policy.minimumTime \'[{"environment":"staging","minutes":60}]\'',
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
    const revision = isDryRun ? undefined : await applyHere(environment, field, terminal);
    const next =
      revision === undefined ? nextStep(environment) : `${name} now runs revision ${String(revision)}`;
    return {
      text: `${isDryRun ? 'Would set' : 'Set'} ${field} of ${name} to ${value}. ${next}`,
      data: { environment, isDryRun, revision: revision ?? null },
    };
  },
});
