/** Finds the name that a user meant: citty has no suggestions. */

/** Edits that lead from one text to the other: a letter added, removed or replaced, or two neighbors exchanged. */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const exchanged = isExchanged ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity;
      const [added, removed] = [(current[column - 1] ?? 0) + 1, (last[column] ?? 0) + 1];
      current.push(Math.min(replaced, exchanged, added, removed));
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? Infinity;
}

/**
 * The name that differs least, if at most a third of its letters are wrong, and otherwise one that starts like the typed
 * text; the first of several.
 */
export function suggestionFor(typed: string, names: readonly string[]): string | undefined {
  const text = typed.toLowerCase();
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(text, name) }))
    .sort((one, other) => one.edits - other.edits);
  if (best && best.edits <= Math.max(1, Math.floor(best.name.length / 3))) return best.name;
  return names.find(
    (name) => Math.min(name.length, text.length) > 2 && (name.startsWith(text) || text.startsWith(name)),
  );
}
