/** The settings of an environment: every field of its file except those that say where it is. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Environment, environmentSchema } from './environment';

/** Where an environment is. These stay in the file: they are needed to find the store. */
const location = ['name', 'store', 'address', 'root'] as const;

export const settingsSchema = v.omit(environmentSchema, location);

export type Settings = v.InferOutput<typeof settingsSchema>;

export const settingsOf = (environment: Environment): Settings =>
  Object.fromEntries(
    Object.entries(environment).filter(([field]) => !(location as readonly string[]).includes(field)),
  ) as Settings;

/** The environment at the location of `environment`, with other settings. */
export const withSettings = (
  { name, store, address, root }: Pick<Environment, (typeof location)[number]>,
  settings: Settings,
): Environment => ({ ...settings, name, store, address, root });

/** One difference between two settings. `from` is undefined for an addition, `to` for a removal. */
export interface SettingsChange {
  /** Such as `site.name`. */
  field: string;
  from: unknown;
  to: unknown;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The differences in the order of the fields' names. */
export const settingsChanges = (before: Settings | undefined, after: Settings): SettingsChange[] =>
  changesOf('', before ?? {}, after);

function changesOf(path: string, from: unknown, to: unknown): SettingsChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (!isFields(from) || !isFields(to)) return [{ field: path, from, to }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .sort()
    .flatMap((key) => changesOf(path ? `${path}.${key}` : key, from[key], to[key]));
}

const shown = (value: unknown) => (value === undefined ? 'unset' : JSON.stringify(value));

/** `site.name "Dock" → "Harbor"`, one line for each change. */
export const settingsLines = (changes: readonly SettingsChange[]): string[] =>
  changes.map(({ field, from, to }) => `${field} ${shown(from)} → ${shown(to)}`);

/** The first part of each field, once: `site` for `site.name`. */
export const changedFields = (changes: readonly SettingsChange[]): string[] => [
  ...new Set(changes.map(({ field }) => field.split('.')[0] ?? field)),
];
