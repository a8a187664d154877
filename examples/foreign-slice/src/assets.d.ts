/** Plain text, as this team's rule in `rspack.config.ts` gives it. */
declare module '*.txt' {
  const text: string;
  export default text;
}
