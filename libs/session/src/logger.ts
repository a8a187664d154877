/**
 * The one way to the console: nothing that opens an account, and nobody's address, is ever written there, nor a
 * character that could pretend to be another line.
 */

const secrets: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\bak_[A-Za-z0-9]{8,}/g, '[api key]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[key]'],
  [/\b(access_token|refresh_token|provider_token|apikey|password|code)=[^&\s"']+/gi, '$1=[removed]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  [/[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
];

const control = /[\p{Cc}\u2028\u2029]/gu;

/** The text as it may be written. */
export function redact(text: string): string {
  const clean = secrets.reduce((rest, [pattern, shown]) => rest.replace(pattern, shown), text);
  return clean.replace(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What is known of a failure: its code or name, and its words. */
function described(detail: unknown): string {
  if (detail instanceof Error) {
    const code = 'code' in detail && typeof detail.code === 'string' ? `${detail.code}: ` : '';
    return `${detail.name}: ${code}${detail.message}`;
  }
  if (typeof detail === 'string') return detail;
  return JSON.stringify(detail) ?? String(detail);
}

const line = (message: string, details: readonly unknown[]) =>
  redact([message, ...details.map(described)].join(' '));

/** Errors are failures that somebody should look into; warnings are not. There is nothing below, in any build. */
export const log = {
  error: (message: string, ...details: unknown[]): void => {
    console.error(line(message, details));
  },
  warn: (message: string, ...details: unknown[]): void => {
    console.warn(line(message, details));
  },
};
