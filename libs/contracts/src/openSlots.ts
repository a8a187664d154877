/** The part of a manifest about slots and flags: those that a slice fills, and the open ones in its own pages. */
import * as v from 'valibot';
import type { Fields } from './fields';
import { fieldsSchema } from './fieldsSchema';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

export const slotSchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]*\.[a-z-]+$/, 'must be <page>.<place>, such as landing.featured'),
  ),
  version: v.pipe(v.number('must be a whole number'), v.integer('must be a whole number'), v.minValue(1)),
});

const flagName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens'),
);

/** Where a filler is shown. A filler without a condition is shown everywhere. */
const conditionSchema = v.strictObject({
  access: v.optional(v.picklist(['signed-in', 'signed-out'], 'must be "signed-in" or "signed-out"')),
  /** A flag of the slice that fills the slot. */
  flag: v.optional(flagName),
  /** Names of environments; that of a family stands for all of its previews. */
  environments: v.optional(v.array(text)),
});

/** A slot that a slice fills. Only open slots have more than a name and a version. */
export const filledSlotSchema = v.strictObject({
  ...slotSchema.entries,
  /** The props that the slice expects. */
  props: v.optional(fieldsSchema),
  /** Fillers are shown in ascending order, then by name; 0 by default. */
  order: v.optional(v.pipe(v.number('must be a number'), v.integer('must be a whole number'))),
  when: v.optional(conditionSchema),
});

/** An open slot: any slice may declare one in its pages, and any slice may fill it. */
export const offerSchema = v.strictObject({
  ...slotSchema.entries,
  props: fieldsSchema,
  fillers: v.optional(v.picklist(['one', 'many'], 'must be "one" or "many"')),
});

export const flagsSchema = v.record(
  flagName,
  v.strictObject({ description: text, default: v.optional(v.boolean('must be true or false')) }),
);

/** A validated slot that a slice fills. */
export type FilledSlot = v.InferOutput<typeof filledSlotSchema>;
/** A validated open slot of a slice. */
export type SlotOffer = v.InferOutput<typeof offerSchema>;

export type OpenSlotName = `${string}.${string}`;

/** An open slot that a slice fills. */
export interface OpenSlotUse {
  name: OpenSlotName;
  version: number;
  props: Fields;
  order?: number;
  when?: {
    access?: 'signed-in' | 'signed-out';
    flag?: string;
    environments?: readonly string[];
  };
}

/** An open slot of a page of this slice: `<slice>.<place>`. */
export interface OpenSlot {
  name: OpenSlotName;
  /** An incompatible change of the props increases it. */
  version: number;
  props: Fields;
  /** `one` rejects a second filler; `many` by default. */
  fillers?: 'one' | 'many';
}

/** The flags of a slice by name. */
export type Flags = Readonly<Record<string, { description: string; default?: boolean }>>;
