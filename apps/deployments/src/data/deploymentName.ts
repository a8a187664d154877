/** The rules for the name of a deployment, the same as in the database. */

const MAX_LENGTH = 80;

export type NameError = 'nameMissing' | 'nameUnusable' | 'nameTooLong';

/** The first broken rule. `name` is trimmed. */
export function nameError(name: string): NameError | undefined {
  if (name === '') return 'nameMissing';
  if (!/[a-z0-9]/i.test(name)) return 'nameUnusable';
  // PostgreSQL counts characters, not UTF-16 units.
  return [...name].length > MAX_LENGTH ? 'nameTooLong' : undefined;
}
