/** How much two pictures of the same page may differ. */

/** Charts and text at the edge of a pixel differ a little. A button of another color is a hundred times this share. */
export const tolerance = { maxDiffPixelRatio: 0.0005, threshold: 0.1 };
