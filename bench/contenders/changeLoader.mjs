/** Changes one text of a slice: its next release, for the return visit of `bench/pages.ts`. */
const before = 'Compare agents by features, price and reviews.';

// eslint-disable-next-line no-restricted-syntax -- a loader of Rspack is a default export
export default function change(source) {
  if (!source.includes(before))
    throw new Error('The text to change is not there: edit bench/contenders/changeLoader.mjs');
  return source.replace(before, 'Compare agents by price and features.');
}
