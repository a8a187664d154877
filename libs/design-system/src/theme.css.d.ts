/** A stylesheet is imported for what it does, not for what it gives. */
export {};
