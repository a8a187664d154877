/** Reads the composition that the release tools inlined in the document. A page keeps it until the next full load. */
import { AppError, type Composition, parseComposition, parseEnglishComposition } from '@slipway/contracts';

const ELEMENT_ID = 'slipway-composition';

/** @throws `invalid_input` when a document has no composition, or naming the invalid field */
export const readComposition = (document: Document): Composition =>
  parse(document.getElementById(ELEMENT_ID)?.textContent);

/** The same of a document that was fetched: a parser of HTML would need a policy for it. @throws `invalid_input` */
export const compositionIn = (html: string): Composition =>
  parse(new RegExp(`id="${ELEMENT_ID}">([^<]*)<`).exec(html)?.[1]);

/** Validates a composition. A shell without translations reads no languages. @throws `invalid_input`, naming the field */
export const parsed = (input: unknown, what?: string): Composition =>
  process.env.SLIPWAY_LANGUAGES === 'translated'
    ? parseComposition(input, what)
    : parseEnglishComposition(input, what);

function parse(text: string | null | undefined): Composition {
  if (!text) throw new AppError('invalid_input', `The page carries no composition (#${ELEMENT_ID})`);
  return parsed(JSON.parse(text));
}

/** The id of the slice that fills a slot. */
export const sliceOfSlot = (composition: Composition, name: string): string | undefined =>
  Object.entries(composition.slices).find(([, { slots }]) => slots.some((slot) => slot.name === name))?.[0];
