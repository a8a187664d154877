/** Removes credentials, email addresses and control characters from a line before it is logged. */

const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\bak_[A-Za-z0-9]{8,}/g, '[api key]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[key]'],
  [/\b(access_token|refresh_token|provider_token|apikey|password|code)=[^&\s"']+/gi, '$1=[removed]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  [/[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
];

/** A line break or an escape sequence in user input could forge another log line. */
const controlCharacters = /[\p{Cc}\u2028\u2029]/gu;

export function redact(text: string): string {
  const clean = secrets.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
  return clean.replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
