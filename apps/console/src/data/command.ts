/** Commands as a user types them in a shell. */

const PLACEHOLDER = '"…"';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Every change needs a reason. A placeholder shows where to type it. */
export const withReason = (command: string, reason: string): string =>
  `${command} --reason ${reason.trim() === '' ? PLACEHOLDER : quoted(reason.trim())}`;
