/** The columns that the publish form saves. It is loaded on first use. */
import type { PublishDetails } from './agents';
import { missingChecks, type PublishDraft } from './publishDetails';

export const MAX_TAGS = 10;

/** Distinct, in lower case. */
export const tagsIn = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean);

/** The columns to save; undefined while a check fails or there are too many tags. */
export function publishDetailsOf(draft: PublishDraft): PublishDetails | undefined {
  const { category, pricing } = draft;
  const tags = tagsIn(draft.tags);
  if (tags.length > MAX_TAGS) return undefined;
  if (missingChecks(draft).length > 0 || category === '' || pricing === '') return undefined;
  return {
    description: draft.description.trim(),
    category,
    tags,
    pricing_model: pricing,
    price_per_message: pricing === 'per_message' ? Number(draft.price) : null,
    price_per_month: pricing === 'per_month' ? Number(draft.price) : null,
  };
}
