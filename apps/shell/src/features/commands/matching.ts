/** How the command menu compares what is typed with its entries. */

/** Spaces, hyphens and underscores are alike: "release notes" finds `release-notes`. */
const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, ' ');

const wordsOf = (text: string) => plain(text).split(' ').filter(Boolean);

/** Whether `text` contains `query`, in any case. */
export const matches = (text: string, query: string): boolean => plain(text).includes(plain(query));

/** Whether `query` has a whole word of `verb`: "stop web" names "Stop", "top" and "web" do not. */
export function namesVerb(verb: string, query: string): boolean {
  const words = wordsOf(verb);
  return wordsOf(query).some((word) => words.includes(word));
}
