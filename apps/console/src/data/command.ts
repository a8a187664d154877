/** Commands as a user types them in a shell. */

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The reason is part of every change; the terminal asks for a missing one. */
export const withReason = (command: string, reason: string): string =>
  reason.trim() === '' ? command : `${command} --reason ${quoted(reason.trim())}`;
