/** A slice that runs in a frame of another origin, for code of teams that are not trusted (decision 073). */
import * as v from 'valibot';
import type { EventDeclaration } from './sliceEvents';

export const isolationSchema = v.literal('sandbox', 'must be "sandbox"');

/** Where the code of a slice runs; in the page by default. */
export type Isolation = v.InferOutput<typeof isolationSchema>;

interface Declared {
  isolation?: Isolation | undefined;
  slots: readonly unknown[];
  offers?: readonly unknown[] | undefined;
  caches?: readonly unknown[] | undefined;
  invalidates?: readonly unknown[] | undefined;
  thirdParties?: { frame?: readonly string[] | undefined } | undefined;
  routes: readonly { path: string; parent?: string | undefined; shows?: readonly unknown[] | undefined }[];
}

const isUsed = (list: readonly unknown[] | undefined) => list !== undefined && list.length > 0;

/** A reason for each declaration that a sandboxed slice may not have, because it needs code in the page. */
export function isolationFailures(manifest: Declared): string[] {
  const { isolation, slots, offers, caches, invalidates, thirdParties, routes } = manifest;
  if (isolation === undefined) return [];
  const declared = [
    ...(isUsed(slots) ? ['slots'] : []),
    ...(isUsed(offers) ? ['offers'] : []),
    ...(isUsed(caches) ? ['caches'] : []),
    ...(isUsed(invalidates) ? ['invalidates'] : []),
    ...(isUsed(thirdParties?.frame) ? ['thirdParties.frame'] : []),
    ...routes.flatMap(({ path, parent, shows }) => [
      ...(parent === undefined ? [] : [`the parent of ${path}`]),
      ...(isUsed(shows) ? [`the slots that ${path} shows`] : []),
    ]),
  ];
  return declared.map((what) => `isolation: a sandboxed slice has only its own pages: remove ${what}`);
}

/**
 * The frame of a sandboxed release in a composition: its document, below `base` on the origin of frames, and the events
 * and flags that its manifest declares. A page validates it when it shows the frame.
 */
export interface ComposedFrame {
  file: string;
  emits: EventDeclaration[];
  listens: EventDeclaration[];
  /** By name, each with its default. Only when it declares some. */
  flags?: Record<string, boolean> | undefined;
}
