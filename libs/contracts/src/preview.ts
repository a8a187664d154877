/** Limits of a request to an agent: the gateway enforces them, and a page that keeps to them is not rejected. */

/** Messages of one request. */
export const MAX_MESSAGES = 200;

/** Bytes of the body of a preview: a visitor tries an agent, a signed-in user tests a long prompt. */
export const MAX_PREVIEW_SIZE = { visitor: 8 * 1024, user: 64 * 1024 } as const;
