/** The part of the package that `subsetFont.ts` uses: it has no types. */
declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    /** None with `keepAllGlyphs`. */
    text: null,
    options: {
      targetFormat: 'woff2';
      keepAllGlyphs: true;
      /** OpenType tags. */
      keepFeatures: readonly string[];
      /** Ids of OpenType's name table. */
      preserveNameIds: readonly number[];
      variationAxes: Readonly<Record<string, { min: number; max: number }>>;
    },
  ) => Promise<Buffer>;
  export = subsetFont;
}
