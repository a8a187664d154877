/** What a deployment may be called; the database holds the same. */

const MAX_LENGTH = 80;

export type NameProblem = 'nameMissing' | 'nameUnusable' | 'nameTooLong';

/** The first broken rule of a name without spaces around it. */
export function nameProblem(name: string): NameProblem | undefined {
  if (name === '') return 'nameMissing';
  if (!/[a-z0-9]/i.test(name)) return 'nameUnusable';
  // As PostgreSQL counts: characters, not UTF-16 units.
  return [...name].length > MAX_LENGTH ? 'nameTooLong' : undefined;
}
