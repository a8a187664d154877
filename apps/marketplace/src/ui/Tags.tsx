/** An agent's first tags, and how many more there are. */
import { Badge, Stack } from '@slipway/design-system';
import { t } from '../messages';

interface TagsProps {
  tags: readonly string[];
  limit: number;
}

export function Tags({ tags, limit }: TagsProps) {
  if (tags.length === 0) return null;
  const more = tags.slice(limit);
  return (
    <Stack direction="row" gap="xs" wrap>
      {tags.slice(0, limit).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more.length > 0 && <Badge title={more.join(', ')}>{t('moreTags', { count: more.length })}</Badge>}
    </Stack>
  );
}
