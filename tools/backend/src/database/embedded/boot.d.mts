/** `boot.mjs` exports nothing. */
export {};
