/** An agent's first tags, each leading to what else bears it, and how many more there are. */
import { Badge, Stack, TagLink } from '@slipway/design-system';
import type { Filter } from '../data/search';
import { tagAddress } from '../data/filterUrl';
import { t } from '../messages';

interface TagsProps {
  tags: readonly string[];
  limit: number;
  /** What the list shows now; a tag narrows it further, or no longer. */
  filter: Filter;
}

export function Tags({ tags, limit, filter }: TagsProps) {
  if (tags.length === 0) return null;
  const more = tags.slice(limit);
  return (
    <Stack direction="row" gap="xs" wrap>
      {tags.slice(0, limit).map((tag) => (
        <TagLink key={tag} href={tagAddress(filter, tag)} current={filter.tags.includes(tag)}>
          {tag}
        </TagLink>
      ))}
      {more.length > 0 && <Badge title={more.join(', ')}>{t('moreTags', { count: more.length })}</Badge>}
    </Stack>
  );
}
