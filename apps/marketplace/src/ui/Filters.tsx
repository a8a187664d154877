/** The search box and the categories. */
import { Chip, ChipGroup, SearchBox, Toolbar } from '@slipway/design-system';
import { type Category, categories } from '../data/category';
import { categoryName, t } from '../messages';

/** The database looks at no more. */
const MAX_LENGTH = 200;

interface FiltersProps {
  text: string;
  category: Category;
  onTextChange: (text: string) => void;
  onSubmit: () => void;
  onCategoryChange: (category: Category) => void;
}

export function Filters({ text, category, onTextChange, onSubmit, onCategoryChange }: FiltersProps) {
  return (
    <Toolbar>
      <SearchBox
        label={t('search')}
        clearLabel={t('clearSearch')}
        placeholder={t('searchHint')}
        maxLength={MAX_LENGTH}
        value={text}
        onValueChange={onTextChange}
        onSubmit={onSubmit}
      />
      <ChipGroup label={t('categories')}>
        {categories.map((each) => (
          <Chip
            key={each}
            pressed={each === category}
            onClick={() => {
              onCategoryChange(each);
            }}
          >
            {categoryName(each)}
          </Chip>
        ))}
      </ChipGroup>
    </Toolbar>
  );
}
