/** Reads the composition that the release tools inlined in the document. A page keeps it until the next full load. */
import { AppError, type Composition } from '@slipway/contracts';

const ELEMENT_ID = 'slipway-composition';

/** @throws `invalid_input` when a document has no composition, or one of another format */
export const readComposition = (document: Document): Composition =>
  parse(document.getElementById(ELEMENT_ID)?.textContent);

/**
 * A composition that a deploy has validated, in the format of this shell. Pages do not validate it again: it is in the
 * document, or in a file whose hash the document has (decision 101).
 * @throws `invalid_input` for another format
 */
export function parsed(input: unknown, what = 'composition'): Composition {
  if ((input as Partial<Composition> | null)?.schema !== 1)
    throw new AppError('invalid_input', `${what}: schema: must be 1`);
  return input as Composition;
}

function parse(text: string | null | undefined): Composition {
  if (!text) throw new AppError('invalid_input', `The document contains no composition (#${ELEMENT_ID})`);
  return parsed(JSON.parse(text));
}

/** The id of the slice that fills a slot. */
export const sliceOfSlot = (composition: Composition, name: string): string | undefined =>
  Object.entries(composition.slices).find(([, { slots }]) => slots.some((slot) => slot.name === name))?.[0];
