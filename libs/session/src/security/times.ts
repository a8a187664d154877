/** Reads times (milliseconds since 1970) from stored JSON. Other values are dropped. */
export const parseTimes = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => Number.isFinite(one)) : [];
