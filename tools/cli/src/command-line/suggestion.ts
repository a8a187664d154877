/** Finds the name that a user meant: citty has no suggestions. */
import { closestMatch } from 'leven';

const isStart = (one: string, other: string) => one.length > 2 && other.startsWith(one);

/** A name that starts like the typed text, or one that differs in at most a third of its letters. */
export function suggestionFor(typed: string, names: readonly string[]): string | undefined {
  const text = typed.toLowerCase();
  return (
    names.find((name) => isStart(text, name) || isStart(name, text)) ??
    closestMatch(text, names, { maxDistance: Math.max(1, Math.floor(text.length / 3)) })
  );
}
