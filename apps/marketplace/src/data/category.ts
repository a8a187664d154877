/** What agents are sorted into, in the order of the chips; `all` is every one of them. */
export const categories = [
  'all',
  'customer-service',
  'sales',
  'content',
  'analytics',
  'productivity',
] as const;

export type Category = (typeof categories)[number];

/** Anything else is `all`: an address may be typed by hand. */
export const parseCategory = (text: string | null): Category =>
  categories.find((category) => category === text) ?? 'all';
