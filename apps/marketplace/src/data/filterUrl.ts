/** Reads and writes a filter as URL parameters. Default values are omitted; other parameters are kept. */
import { defaultFilter, type Filter, keptKinds } from './search';
import { parseCategory } from './category';
import { parsePriceRange } from './priceRange';
import { parseSort } from './sort';

export const filterFromUrl = (params: URLSearchParams): Filter => ({
  q: params.get('q') ?? '',
  category: parseCategory(params.get('category')),
  sort: parseSort(params.get('sort')),
  price: parsePriceRange(params.get('price')),
  kept: keptKinds.find((kind) => kind === params.get('kept')) ?? 'any',
  // PostgreSQL has no text with a null character: an error would replace the results.
  tags: [...new Set(params.getAll('tag'))].filter((tag) => tag !== '' && !tag.includes('\0')),
});

export function withFilter(params: URLSearchParams, filter: Filter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['q', 'category', 'sort', 'price', 'kept'] as const) {
    if (filter[name] === defaultFilter[name]) next.delete(name);
    else next.set(name, filter[name]);
  }
  next.delete('tag');
  for (const tag of filter.tags) next.append('tag', tag);
  return next;
}

/** Adds `tag`, or removes it when it is present. */
export const toggleTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag];

/** The URL of the results with `tag` added to the filter, or removed from it. */
export const tagUrl = (filter: Filter, tag: string): string =>
  `/marketplace?${withFilter(new URLSearchParams(), { ...filter, tags: toggleTag(filter.tags, tag) }).toString()}`;
