/** Validates the agent form, which is loaded on first use. */
import { type Draft, limits } from './draft';
import { trimmed } from './trimmed';

export interface FieldError {
  field: 'name' | 'description' | 'temperature' | 'maxTokens' | 'noticeDays';
  message:
    | 'nameMissing'
    | 'descriptionMissing'
    | 'descriptionTooLong'
    | 'temperatureWrong'
    | 'maxTokensWrong'
    | 'noticeDaysWrong';
}

const isWholeNumber = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

export const isTemperature = (value: number): boolean =>
  value >= limits.temperature.min && value <= limits.temperature.max && Number(value.toFixed(1)) === value;

/** The first validation error, in field order. */
export function firstError(draft: Draft): FieldError | undefined {
  const { name, description, temperature, maxTokens, noticeDays } = trimmed(draft);
  if (name === '') return { field: 'name', message: 'nameMissing' };
  if (description === '') return { field: 'description', message: 'descriptionMissing' };
  // `maxLength` limits typing, but not values that a script sets.
  if (description.length > limits.description) return { field: 'description', message: 'descriptionTooLong' };
  if (!isTemperature(temperature)) return { field: 'temperature', message: 'temperatureWrong' };
  if (!isWholeNumber(maxTokens, limits.maxTokens)) return { field: 'maxTokens', message: 'maxTokensWrong' };
  return isWholeNumber(noticeDays, limits.noticeDays)
    ? undefined
    : { field: 'noticeDays', message: 'noticeDaysWrong' };
}
