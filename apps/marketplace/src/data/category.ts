/** Agent categories, in the order of the filter chips; `all` matches every category. */
export const categories = [
  'all',
  'customer-service',
  'sales',
  'content',
  'analytics',
  'productivity',
] as const;

export type Category = (typeof categories)[number];

/** Falls back to `all`: the URL may be edited by hand. */
export const parseCategory = (text: string | null): Category =>
  categories.find((category) => category === text) ?? 'all';
