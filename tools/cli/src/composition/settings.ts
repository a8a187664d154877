/**
 * The settings of an environment in its store. A deploy takes them from here, never from the caller's checkout. Their
 * revision has the number of the composition that first used them: claiming that number claims both.
 */
import * as v from 'valibot';
import { AppError, type Composition, parseDocument } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { withPolicy } from '../environment/policy';
import {
  changedFields,
  type Settings,
  type SettingsChange,
  settingsChanges,
  settingsOf,
  settingsSchema,
} from '../environment/settings';
import { type Advice, commandAdvice } from '../policy/advice';
import { settingsKey } from '../store/keys';
import type { Store } from '../store/store';
import type { StoreFile } from '../store/writeFiles';

const storedSchema = v.object({
  schema: v.literal(1, 'must be 1'),
  environment: v.string(),
  revision: v.number(),
  /** ISO-8601 UTC, by the store's clock. */
  createdAt: v.string(),
  author: v.string(),
  reason: v.string(),
  settings: v.pipe(v.unknown(), v.transform(withPolicy), settingsSchema),
});

export type StoredSettings = v.InferOutput<typeof storedSchema>;

/** @throws `not_found`, `invalid_input` */
export async function readSettings(
  store: Store,
  environment: string,
  revision: number,
): Promise<StoredSettings> {
  const key = settingsKey(environment, revision);
  const bytes = await store.get(key);
  if (!bytes) {
    throw new AppError(
      'not_found',
      `${store.address} has no ${key}, the settings of ${environment}: restore the file, or run slipway env apply`,
    );
  }
  return parseSettings(bytes, key);
}

/** @throws `invalid_input` */
export function parseSettings(bytes: Uint8Array, key: string): StoredSettings {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(bytes).toString());
  } catch (cause) {
    throw new AppError('invalid_input', `${key} is not JSON: restore it from a backup`, { cause });
  }
  return parseDocument(storedSchema, parsed, key);
}

/** Returns what it wrote. */
export async function writeSettings(store: Store, stored: StoredSettings): Promise<StoreFile[]> {
  const key = settingsKey(stored.environment, stored.revision);
  const bytes = Buffer.from(JSON.stringify(stored));
  await store.create(key, bytes);
  return [{ key, bytes }];
}

/** Settings as the first composition that uses them stores them. */
export const storedSettings = (
  { environment, revision, createdAt }: Composition,
  settings: Settings,
  { author, reason }: { author: string; reason: string },
): StoredSettings => ({ schema: 1, environment, revision, createdAt, author, reason, settings });

/** The settings that a composition runs with. Undefined before the first deploy that wrote settings. */
export const compositionSettings = async (
  store: Store,
  composition: Composition | undefined,
): Promise<StoredSettings | undefined> =>
  composition?.settings === undefined
    ? undefined
    : readSettings(store, composition.environment, composition.settings);

export interface SettingsRequest {
  store: Store;
  environment: Environment;
  /** Settings to apply. Only `slipway env apply` and the server that owns an environment set them. */
  settings?: Settings;
  /** The composition whose settings are used again. */
  restoreSettingsOf?: Composition;
  advice?: Advice | undefined;
}

export interface ChosenSettings {
  settings: Settings;
  /** The revision that has them; undefined for new ones. */
  revision: number | undefined;
  changes: readonly SettingsChange[];
  /** Whether the environment had no settings, and takes those of its file. */
  isFirst: boolean;
}

/** The settings of the next revision. @throws `not_found` */
export async function chooseSettings(
  before: Composition | undefined,
  { store, environment, settings: applied, restoreSettingsOf }: SettingsRequest,
): Promise<ChosenSettings> {
  const current = await currentOr(applied, store, before);
  const earlier = await compositionSettings(store, restoreSettingsOf);
  const settings = applied ?? (earlier ?? current)?.settings ?? settingsOf(environment);
  const changes = current ? settingsChanges(current.settings, settings) : [];
  const known = [current, earlier].find(
    (stored) => stored && settingsChanges(stored.settings, settings).length === 0,
  );
  return { settings, revision: known?.revision, changes, isFirst: !current };
}

/** New settings replace the current ones, also when those are damaged. */
async function currentOr(applied: Settings | undefined, store: Store, before: Composition | undefined) {
  try {
    return await compositionSettings(store, before);
  } catch (error) {
    if (applied) return undefined;
    throw error;
  }
}

/** @throws `conflict` when another deploy changed the settings that this one intends to change */
export function rejectSettingsOverlap(
  { environment, settings, restoreSettingsOf, advice = commandAdvice }: SettingsRequest,
  first: Composition | undefined,
  now: Composition | undefined,
  author: string | undefined,
): void {
  if ((!settings && !restoreSettingsOf) || first?.settings === now?.settings) return;
  throw new AppError(
    'conflict',
    `${author ?? 'Another deploy'} has just changed the settings of ${environment.name} (revision ${String(now?.settings)}): ${advice.settingsChanged}`,
  );
}

/**
 * A sentence for a checkout whose file differs from the current settings, or undefined. `named` is the environment as the
 * user names it.
 */
export function settingsNotice(
  named: string,
  file: { path: string; environment: Environment },
  current: Pick<StoredSettings, 'revision' | 'settings'> | undefined,
): string | undefined {
  if (!current) return undefined;
  const fields = changedFields(settingsChanges(current.settings, settingsOf(file.environment)));
  if (fields.length === 0) return undefined;
  const revision = String(current.revision);
  return `${file.path} differs from the current settings, revision ${revision} (${fields.join(', ')}). To keep these settings, correct the file; to replace them, run slipway env apply ${file.path} --env ${named}`;
}
