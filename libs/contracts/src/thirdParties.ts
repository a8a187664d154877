/**
 * Other origins that a slice uses. Its manifest asks for them, an environment grants them, and only what was asked and
 * granted is in the policy of the environment's documents (decision 065).
 */
import * as v from 'valibot';

/** `http` and `ws` only for this machine, for development and tests. No wildcards, and no paths. */
const ORIGIN =
  /^(?:(?:https|wss):\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost))(?::\d{1,5})?$/;

const origin = v.pipe(
  v.string(),
  v.regex(ORIGIN, 'must be an https or wss origin such as https://api.example.com'),
);
const origins = v.optional(v.pipe(v.array(origin), v.readonly()));

/** The third parties of a manifest, and those that an environment's settings grant. */
export const thirdPartiesSchema = v.strictObject({
  /** For requests: `fetch`, `EventSource`, `WebSocket`. */
  connect: origins,
  /** For images. */
  img: origins,
  /** For pages in frames. */
  frame: origins,
});

/** Origins, by the directive of the content security policy that lists them. */
export type ThirdParties = v.InferOutput<typeof thirdPartiesSchema>;

/** A directive of the content security policy that may have other origins. */
export type ThirdPartyKind = keyof ThirdParties;
/** All directives that may have other origins, in order. */
export const thirdPartyKinds: readonly ThirdPartyKind[] = ['connect', 'img', 'frame'];

/** Each origin of each kind, in order, once. */
export const thirdPartyEntries = (
  ...all: readonly (ThirdParties | undefined)[]
): { kind: ThirdPartyKind; origin: string }[] =>
  thirdPartyKinds.flatMap((kind) =>
    [...new Set(all.flatMap((one) => one?.[kind] ?? []))].sort().map((origin) => ({ kind, origin })),
  );
