/** Ids in the address of the page. */

/** Whether a text can be the id of a row: the database rejects a request with any other text. */
export const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
