/** The minimum height of an agent's description: facts of cards in a row stay level, and text that replaces a placeholder moves nothing. */
export const TWO_LINES = '2.625rem';
