/**
 * What this page runs. Source: the composition inlined in the document by the release tools.
 * A page stays on the composition it started with.
 */
import { AppError, type Composition, type ComposedSlice, parseComposition } from '@slipway/contracts';

const ELEMENT_ID = 'slipway-composition';

/** @throws `invalid_input` when the document carries none or one that names no valid field */
export function readComposition(document: Document): Composition {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  if (!text) throw new AppError('invalid_input', `The page carries no composition (#${ELEMENT_ID})`);
  return parseComposition(JSON.parse(text), 'composition');
}

/** The slice that owns a route path, with its id. */
export const sliceOfRoute = (composition: Composition, path: string): string | undefined =>
  idWhere(composition, (slice) => slice.routes.some((route) => route.path === path));

/** The slice that fills a slot. */
export const sliceOfSlot = (composition: Composition, name: string): string | undefined =>
  idWhere(composition, (slice) => slice.slots.some((slot) => slot.name === name));

const idWhere = (composition: Composition, holds: (slice: ComposedSlice) => boolean): string | undefined =>
  Object.entries(composition.slices).find(([, slice]) => holds(slice))?.[0];
