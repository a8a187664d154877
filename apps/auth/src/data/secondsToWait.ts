/** How long the auth service asks to wait. Its client passes on the message of a response, and not its headers. */

/** Seconds, or undefined when the message of the error has none: `you can only request this after 46 seconds`. */
export function secondsToWait(error: unknown): number | undefined {
  const found = error instanceof Error ? /\bafter (\d{1,5}) seconds?\b/i.exec(error.message) : null;
  return found ? Number(found[1]) : undefined;
}
