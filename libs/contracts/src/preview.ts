/**
 * Limits of a request to an agent. The gateway enforces them; pages check them first, so that no request is rejected.
 */

/** The most messages in one request. */
export const MAX_MESSAGES = 200;

/** The largest body of a preview, in bytes. Signed-in users have more, because they test long prompts. */
export const MAX_PREVIEW_SIZE = { visitor: 8 * 1024, user: 64 * 1024 } as const;
