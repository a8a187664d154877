/** Commands as a user types them in a shell. */

const PLACEHOLDER = '"…"';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The reason is part of every change. A placeholder stands where it is still to be typed. */
export const withReason = (command: string, reason: string): string =>
  `${command} --reason ${reason.trim() === '' ? PLACEHOLDER : quoted(reason.trim())}`;
