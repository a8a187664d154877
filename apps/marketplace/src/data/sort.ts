/** Sort orders, with their names in the database. `relevance` means newest first when the search is empty. */
export const sorts = ['relevance', 'installs', 'rating', 'price', 'newest'] as const;

export type Sort = (typeof sorts)[number];

/** Falls back to `relevance`: the URL may be edited by hand. */
export const parseSort = (text: string | null): Sort => sorts.find((sort) => sort === text) ?? 'relevance';
