/** In what order agents are listed, as the database calls it; `relevance` is newest first where no words are looked for. */
export const sorts = ['relevance', 'installs', 'rating', 'price', 'newest'] as const;

export type Sort = (typeof sorts)[number];

/** Anything else is `relevance`: an address may be typed by hand. */
export const parseSort = (text: string | null): Sort => sorts.find((sort) => sort === text) ?? 'relevance';
