/** The search box, the sort order, and the category, price and tag filters. */
import type { RefObject } from 'react';
import { Chip, ChipGroup, Icon, SearchBox, Select, Stack, Toolbar } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { type Filter, keptKinds } from '../../data/search';
import { categories } from '../../data/category';
import { toggleTag } from '../../data/filterUrl';
import { parsePriceRange, priceRangeNames } from '../../data/priceRange';
import { parseSort, sorts } from '../../data/sort';
import { categoryName } from '../../components/labels';
import { t as shared } from '../../messages';
import { t } from './messages';

/** The database ignores further characters. */
const MAX_QUERY_LENGTH = 200;

interface FiltersProps {
  ref: RefObject<HTMLDivElement | null>;
  text: string;
  filter: Filter;
  onTextChange: (text: string) => void;
  onChoose: (change: Partial<Omit<Filter, 'q'>>) => void;
}

/** The first filter takes the focus of a button that leaves the page. */
export function focusFirst(filters: HTMLElement | null): void {
  filters?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
}

export function Filters({ ref, text, filter, onTextChange, onChoose }: FiltersProps) {
  const session = useSession();
  const kept = (
    <ChipGroup label={t('kept')}>
      {keptKinds.map((kind) => (
        <Chip
          key={kind}
          pressed={filter.kept === kind}
          onClick={() => {
            onChoose({ kept: filter.kept === kind ? 'any' : kind });
          }}
        >
          <Icon name={kind === 'installed' ? 'download' : 'favorite'} size={14} /> {t(`kept-${kind}`)}
        </Chip>
      ))}
    </ChipGroup>
  );
  return (
    <Stack ref={ref} gap="md">
      <Toolbar>
        <SearchBox
          name="q"
          label={t('search')}
          clearLabel={t('clearSearch')}
          placeholder={t('searchHint')}
          maxLength={MAX_QUERY_LENGTH}
          value={text}
          onValueChange={onTextChange}
        />
        <Stack direction="row" gap="lg" wrap data-actions="">
          <Select
            inline
            label={shared('sort')}
            value={filter.sort}
            options={sorts.map((sort) => ({ value: sort, label: t(`sort-${sort}`) }))}
            onChange={(event) => {
              onChoose({ sort: parseSort(event.target.value) });
            }}
          />
          <Select
            inline
            label={t('price')}
            value={filter.price}
            options={priceRangeNames.map((name) => ({ value: name, label: t(`price-${name}`) }))}
            onChange={(event) => {
              onChoose({ price: parsePriceRange(event.target.value) });
            }}
          />
        </Stack>
      </Toolbar>
      <Stack direction="row" gap="xl" wrap>
        <ChipGroup label={t('categories')}>
          {categories.map((each) => (
            <Chip
              key={each}
              pressed={each === filter.category}
              onClick={() => {
                onChoose({ category: each });
              }}
            >
              {categoryName(each)}
            </Chip>
          ))}
        </ChipGroup>
        {/* The prerendered page does not know the user: documents show it where there is a session. */}
        {process.env.SLIPWAY_PRERENDER === 'yes' ? (
          <div data-for="users" hidden>
            {kept}
          </div>
        ) : (
          session.status === 'signed-in' && kept
        )}
      </Stack>
      {filter.tags.length > 0 && (
        <ChipGroup label={t('tags')}>
          {filter.tags.map((tag) => (
            <Chip
              key={tag}
              pressed
              aria-label={t('removeTag', { tag })}
              onClick={({ currentTarget: { nextElementSibling, previousElementSibling } }) => {
                const neighbor = nextElementSibling ?? previousElementSibling;
                if (neighbor instanceof HTMLElement) neighbor.focus();
                else focusFirst(ref.current);
                onChoose({ tags: toggleTag(filter.tags, tag) });
              }}
            >
              {tag} <Icon name="close" size={12} />
            </Chip>
          ))}
        </ChipGroup>
      )}
    </Stack>
  );
}
