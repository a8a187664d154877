/** One review, with a button or a count of helpful votes. */
import { useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Stack, Text, toast } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { applyVote, type Review, reviewQueries, vote } from '../../data/reviews';
import { t } from '../details/messages';

interface ReviewRowProps {
  agentId: string;
  review: Review;
  /** Signed in, not the author, and the user's votes have loaded: they would overwrite an earlier vote. */
  canVote: boolean;
  isHelpful: boolean;
}

/** Leaves at most one blank line between paragraphs: a review is one of many on the page. */
const withShortGaps = (text: string) => text.replace(/(?:[^\S\n]*\n){3,}/g, '\n\n');

export function ReviewRow({ agentId, review, canVote, isHelpful }: ReviewRowProps) {
  const queryClient = useQueryClient();
  const { id, rating, body, created_at, helpful_count: count } = review;
  const change = useExclusiveMutation({
    mutationKey: [...reviewQueries.all(agentId), 'vote', id],
    mutationFn: vote,
    // Update the count in place: a refetch could re-sort the list under the pointer.
    onSuccess: (_, changed) => {
      applyVote(queryClient, agentId, changed);
    },
    onError: () => toast.error(t('voteFailed')),
  });
  return (
    <Stack gap="xs">
      <Text size="sm" weight="medium">
        {t('stars', { rating })}{' '}
        <Text as="span" size="sm" tone="subtle">
          · {formats.date(created_at)}
        </Text>
      </Text>
      {body !== null && (
        <Text as="div" size="sm" tone="muted" dir="auto" preserveLines>
          {withShortGaps(body)}
        </Text>
      )}
      {canVote ? (
        // Not around the text: at its own width, a long word would widen the page.
        <Stack align="start">
          <Button
            size="sm"
            variant="quiet"
            flush="start"
            aria-pressed={isHelpful}
            busy={change.isPending}
            onClick={() => {
              change.mutate({ id, isHelpful: !isHelpful });
            }}
          >
            {t('helpful', { count })}
          </Button>
        </Stack>
      ) : (
        count > 0 && (
          <Text size="sm" tone="subtle">
            {t('helpfulCount', { count })}
          </Text>
        )
      )}
    </Stack>
  );
}
