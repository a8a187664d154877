/** An agent's first tags, each a link that filters by it, and the number of further tags. */
import { Badge, Stack, TagLink } from '@slipway/design-system';
import type { Filter } from '../data/search';
import { tagUrl } from '../data/filterUrl';
import { t } from '../messages';

interface TagsProps {
  tags: readonly string[];
  limit: number;
  /** The current filter; a tag link adds its tag to it, or removes it. */
  filter: Filter;
}

export function Tags({ tags, limit, filter }: TagsProps) {
  if (tags.length === 0) return null;
  const more = tags.slice(limit);
  return (
    <Stack direction="row" gap="xs" wrap>
      {tags.slice(0, limit).map((tag) => (
        <TagLink key={tag} href={tagUrl(filter, tag)} current={filter.tags.includes(tag)}>
          {tag}
        </TagLink>
      ))}
      {more.length > 0 && <Badge title={more.join(', ')}>{t('moreTags', { count: more.length })}</Badge>}
    </Stack>
  );
}
