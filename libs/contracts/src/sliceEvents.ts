/** The part of a manifest about other slices: the events that it emits and listens to, and the caches that it shares (decision 066). */
import * as v from 'valibot';
import type { Fields } from './fields';
import { fieldsSchema } from './fieldsSchema';

export const eventSchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]*\.[a-z-]+$/, 'must be <slice>.<event>, such as recipes.cooked'),
  ),
  version: v.pipe(v.number('must be a whole number'), v.integer('must be a whole number'), v.minValue(1)),
  detail: fieldsSchema,
});

/** The first part of a query key. */
export const cacheName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be the first part of a query key, such as deployments'),
);

/** An event of the slice in its name. Two versions of one are two events, for as long as a slice listens to the earlier one. */
export interface SliceEvent {
  name: `${string}.${string}`;
  /** An incompatible change of the detail increases it. */
  version: number;
  detail: Fields;
}

/** An event as a release declares it. */
export type EventDeclaration = v.InferOutput<typeof eventSchema>;

interface Events {
  id: string;
  emits?: readonly { name: string; version: number }[] | undefined;
  listens?: readonly { name: string; version: number }[] | undefined;
}

const keyOf = ({ name, version }: { name: string; version: number }) => `${name}@${String(version)}`;

const repeated = (keys: readonly string[]) => [
  ...new Set(keys.filter((key, index) => keys.indexOf(key) !== index)),
];

/** Every reason why the events of a manifest do not fit together. */
export const eventFailures = ({ id, emits = [], listens = [] }: Events): string[] => [
  ...emits
    .filter(({ name }) => !name.startsWith(`${id}.`))
    .map(({ name }) => `emits: ${name} must start with "${id}."`),
  ...repeated(emits.map(keyOf)).map((key) => `emits: ${key} is listed twice`),
  ...repeated(listens.map(keyOf)).map((key) => `listens: ${key} is listed twice`),
];
