/** The values of the agent form, their limits and validation. The database enforces the same limits. */

export interface Draft {
  name: string;
  description: string;
  /** The system prompt; may be empty. */
  prompt: string;
  /** 0 to 2, in steps of 0.1. */
  temperature: number;
  /** As typed; valid when it is a whole number from 1 to 4000. */
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

export interface FieldError {
  field: 'name' | 'description' | 'maxTokens';
  message: 'nameMissing' | 'descriptionMissing' | 'descriptionTooLong' | 'maxTokensWrong';
}

/** Trims the name and the description, and keeps the prompt as written. */
export const trimmed = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
});

/** The first validation error, in field order. */
export function firstError(draft: Draft): FieldError | undefined {
  const { name, description, maxTokens } = trimmed(draft);
  if (name === '') return { field: 'name', message: 'nameMissing' };
  if (description === '') return { field: 'description', message: 'descriptionMissing' };
  // `maxLength` limits typing, but not values that a script sets.
  if (description.length > limits.description) return { field: 'description', message: 'descriptionTooLong' };
  const { min, max } = limits.maxTokens;
  const isWhole = /^\d+$/.test(maxTokens) && Number(maxTokens) >= min && Number(maxTokens) <= max;
  return isWhole ? undefined : { field: 'maxTokens', message: 'maxTokensWrong' };
}

export const isEqualDraft = (one: Draft, other: Draft): boolean =>
  (Object.keys(emptyDraft) as (keyof Draft)[]).every((key) => one[key] === other[key]);
