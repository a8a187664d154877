/** The least height of an agent's description: facts stand side by side, and a text that arrives for a placeholder moves nothing. */
export const TWO_LINES = '2.625rem';
