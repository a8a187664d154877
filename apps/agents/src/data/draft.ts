/** What the form of an agent holds, its limits, and the first rule that it breaks; the database holds the same. */

export interface Draft {
  name: string;
  description: string;
  /** The system prompt; may be empty. */
  prompt: string;
  /** 0 to 2, in steps of 0.1. */
  temperature: number;
  /** As typed: a whole number from 1 to 4000 once it is right. */
  maxTokens: string;
}

export const limits = {
  name: 80,
  description: 1000,
  prompt: 8000,
  temperature: { min: 0, max: 2, step: 0.1 },
  maxTokens: { min: 1, max: 4000, step: 1 },
} as const;

export const emptyDraft: Draft = {
  name: '',
  description: '',
  prompt: '',
  temperature: 0.7,
  maxTokens: '1000',
};

export interface Problem {
  field: 'name' | 'description' | 'maxTokens';
  message: 'nameMissing' | 'descriptionMissing' | 'descriptionTooLong' | 'maxTokensWrong';
}

/** Without the spaces around what people read; the prompt stays as it was written. */
export const trimmed = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
});

/** The first broken rule, in the order of the fields. */
export function problemOf(draft: Draft): Problem | undefined {
  const { name, description, maxTokens } = trimmed(draft);
  if (name === '') return { field: 'name', message: 'nameMissing' };
  if (description === '') return { field: 'description', message: 'descriptionMissing' };
  // The field cuts what is typed, not what a script puts there.
  if (description.length > limits.description) return { field: 'description', message: 'descriptionTooLong' };
  const { min, max } = limits.maxTokens;
  const isWhole = /^\d+$/.test(maxTokens) && Number(maxTokens) >= min && Number(maxTokens) <= max;
  return isWhole ? undefined : { field: 'maxTokens', message: 'maxTokensWrong' };
}

export const isSame = (one: Draft, other: Draft): boolean =>
  (Object.keys(emptyDraft) as (keyof Draft)[]).every((key) => one[key] === other[key]);
