/** A date within a sentence: it stays on one line. */
export const dateInLine = (date: string): string => date.replaceAll(' ', '\u00a0');
