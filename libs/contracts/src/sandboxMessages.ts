/**
 * The messages between a page and the frame of a sandboxed slice. Both sides validate each message; the page trusts no
 * statement of a frame about itself (decision 073).
 */
import * as v from 'valibot';
import { parseDocument } from './parse';
import { eventSchema } from './sliceEvents';
import { filePath } from './releaseFields';

/** The version of the messages between page and frame. An incompatible change increases it. */
export const SANDBOX_PROTOCOL = 1;

/** The first messages are posted between windows. The page's reply transfers the port for all later messages. */
const frameHello = v.strictObject({ slipway: v.literal('frame'), protocol: v.literal(SANDBOX_PROTOCOL) });
const pageHello = v.strictObject({ slipway: v.literal('page'), protocol: v.literal(SANDBOX_PROTOCOL) });

const upTo = (longest: number) => v.pipe(v.string(), v.regex(new RegExp(`^[^]{0,${String(longest)}}$`)));
const shortText = upTo(300);
const value = v.union([upTo(10_000), v.number(), v.boolean(), v.array(upTo(1_000))]);
const values = v.record(v.string(), value);
const event = { name: shortText, version: v.number(), detail: values };
const flagValues = v.record(v.string(), v.boolean());
const theme = v.picklist(['light', 'dark']);

const fromFrame = v.union([
  /** The page of the slice is on screen. */
  v.strictObject({ type: v.literal('ready') }),
  /** The slice cannot continue. */
  v.strictObject({ type: v.literal('failed'), message: v.string() }),
  /** The height of its content, in CSS pixels. */
  v.strictObject({
    type: v.literal('height'),
    height: v.pipe(v.number(), v.minValue(-1e9), v.maxValue(1e9)),
  }),
  v.strictObject({ type: v.literal('navigate'), to: upTo(2_000) }),
  v.strictObject({ type: v.literal('title'), title: shortText }),
  v.strictObject({
    type: v.literal('toast'),
    kind: v.picklist(['success', 'error', 'info', 'warning']),
    text: v.pipe(shortText, v.nonEmpty()),
  }),
  v.strictObject({ type: v.literal('emit'), ...event }),
  /** An uncaught error; the slice stays on screen. `name` is that of a built-in error. */
  v.strictObject({
    type: v.literal('error'),
    phase: v.picklist(['event', 'timer', 'promise']),
    name: shortText,
  }),
  v.strictObject({ type: v.literal('pong') }),
]);

const toFrame = v.union([
  v.strictObject({
    type: v.literal('start'),
    /** The path of the route, as the manifest declares it. */
    route: v.string(),
    path: v.string(),
    search: v.string(),
    params: v.record(v.string(), v.optional(v.string())),
    theme,
    language: v.string(),
    /** The environment's values for its configuration; the slice has the defaults. */
    config: values,
    /** Only for a slice that declares flags: frames of earlier versions reject a message with this field. */
    flags: v.optional(flagValues),
  }),
  v.strictObject({ type: v.literal('flags'), flags: flagValues }),
  v.strictObject({ type: v.literal('theme'), theme }),
  v.strictObject({ type: v.literal('event'), ...event }),
  v.strictObject({ type: v.literal('ping') }),
]);

/** A message from a frame to its page. */
export type FromFrame = v.InferOutput<typeof fromFrame>;
/** A message from a page to a frame. */
export type ToFrame = v.InferOutput<typeof toFrame>;

/** Validates a message. Undefined for every other value. */
const parsed =
  <const Schema extends v.GenericSchema>(schema: Schema) =>
  (input: unknown): v.InferOutput<Schema> | undefined => {
    try {
      return parseDocument(schema, input, 'message');
    } catch {
      return undefined;
    }
  };

/** The greeting of a frame, or undefined. */
export const parseFrameHello = parsed(frameHello);
/** The reply of a page to the greeting, or undefined. */
export const parsePageHello = parsed(pageHello);
/** A message from a frame, or undefined. */
export const parseFromFrame = parsed(fromFrame);
/** A message from a page, or undefined. */
export const parseToFrame = parsed(toFrame);

/** The frame of a sandboxed release in a composition: its document, and the events and flags that its manifest declares. */
const composedFrame = v.object({
  file: filePath,
  emits: v.array(eventSchema),
  listens: v.array(eventSchema),
  flags: v.optional(flagValues),
});

/** The frame of a composed release, or undefined for one that runs in the page. */
export const parseComposedFrame = parsed(composedFrame);
