/** Price ranges in US dollars per message or per month; both ends are inclusive. */
export const priceRanges = {
  any: { min: undefined, max: undefined },
  free: { min: undefined, max: 0 },
  'under-20': { min: undefined, max: 20 },
  '20-40': { min: 20, max: 40 },
  'over-40': { min: 40.000001, max: undefined },
} as const satisfies Record<string, { min: number | undefined; max: number | undefined }>;

export type PriceRange = keyof typeof priceRanges;

export const priceRangeNames = Object.keys(priceRanges) as readonly PriceRange[];

/** Falls back to `any`: the URL may be edited by hand. */
export const parsePriceRange = (text: string | null): PriceRange =>
  priceRangeNames.find((name) => name === text) ?? 'any';
