/** Types for text files, which the rule in `rspack.config.ts` imports as strings. */
declare module '*.txt' {
  const text: string;
  export default text;
}
