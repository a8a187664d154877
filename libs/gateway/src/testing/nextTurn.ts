/** Resolves after the callbacks that are due, such as those of queries that fakes have answered. */
export const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
