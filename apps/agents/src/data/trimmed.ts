/** Loads with the form. */
import type { Draft } from './draft';

/** Trims the name and the description, and keeps the prompt as written. */
export const trimmed = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
  changelog: draft.changelog.trim(),
});
