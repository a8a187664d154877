/** Previews have their name in the store, `preview-b`, in messages of what reads the store. The user typed `preview/b`. */

/** An argument, or the value of an option. */
const preview = /^(?:--[a-z-]+=)?([a-z][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)$/;

/**
 * The text with the names as they were typed in the arguments. Paths and hosts that contain a stored name are not
 * changed.
 */
export function withTypedNames(text: string, rawArgs: readonly string[]): string {
  let shown = text;
  for (const arg of rawArgs) {
    const [, family, id] = preview.exec(arg) ?? [];
    if (family === undefined || id === undefined) continue;
    const stored = new RegExp(`(?<![\\w./-])${family}-${id}(?![\\w/-]|\\.\\w)`, 'g');
    shown = shown.replace(stored, `${family}/${id}`);
  }
  return shown;
}
