/** The least height of an agent's description where cards stand side by side, so that the facts below do too. */
export const TWO_LINES = 'min(2.625rem, max(0px, (100vw - 43rem) * 999))';
