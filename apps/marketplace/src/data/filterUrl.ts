/** A filter as the address has it: a part that is as usual is left out; what else the address says is left alone. */
import { everything, type Filter } from './search';
import { parseCategory } from './category';
import { parsePriceRange } from './priceRange';
import { parseSort } from './sort';

export const filterOf = (params: URLSearchParams): Filter => ({
  q: params.get('q') ?? '',
  category: parseCategory(params.get('category')),
  sort: parseSort(params.get('sort')),
  price: parsePriceRange(params.get('price')),
  tags: [...new Set(params.getAll('tag'))].filter((tag) => tag !== ''),
});

export function withFilter(params: URLSearchParams, filter: Filter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['q', 'category', 'sort', 'price'] as const) {
    if (filter[name] === everything[name]) next.delete(name);
    else next.set(name, filter[name]);
  }
  next.delete('tag');
  for (const tag of filter.tags) next.append('tag', tag);
  return next;
}

/** The tags, with this one or without it. */
export const toggled = (tags: readonly string[], tag: string): readonly string[] =>
  tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag];

/** Where the list is that also narrows to `tag`, or no longer does. */
export const tagAddress = (filter: Filter, tag: string): string =>
  `/marketplace?${withFilter(new URLSearchParams(), { ...filter, tags: toggled(filter.tags, tag) }).toString()}`;
