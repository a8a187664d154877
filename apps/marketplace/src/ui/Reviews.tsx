/** What people say about an agent, newest first, and this person's own word. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, ErrorState, SkeletonText, Stack, Text } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import type { Agent } from '../data/agents';
import { reviewQueries } from '../data/reviews';
import { day, t } from '../messages';
import { ReviewForm } from './ReviewForm';

export function Reviews({ agent }: { agent: Agent }) {
  const session = useSession();
  const reviews = useInfiniteQuery(reviewQueries.newest(agent.id));
  const isReviewer = session.status === 'signed-in' && session.user.id !== agent.creator_id;
  if (reviews.isPending) return <SkeletonText lines={4} />;
  if (reviews.isError && reviews.data === undefined) {
    return <ErrorState title={t('reviewsFailed')} onRetry={() => void reviews.refetch()} />;
  }
  const rows = reviews.data?.pages.flat() ?? [];
  return (
    <Stack gap="lg">
      {isReviewer && <OwnReview agentId={agent.id} userId={session.user.id} />}
      {rows.length === 0 && <Text tone="muted">{t('noReviews')}</Text>}
      <Stack as="ul" role="list" gap="md">
        {rows.map(({ id, rating, body, created_at }) => (
          <li key={id}>
            <Text size="sm" weight="medium">
              {t('stars', { rating })}{' '}
              <Text as="span" size="sm" tone="subtle">
                · {day(created_at)}
              </Text>
            </Text>
            {body !== null && (
              <Text size="sm" tone="muted" dir="auto">
                {body}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {reviews.hasNextPage && (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {t('moreReviews')}
        </Button>
      )}
    </Stack>
  );
}

function OwnReview({ agentId, userId }: { agentId: string; userId: string }) {
  const { data: own } = useQuery(reviewQueries.own(agentId, userId));
  if (own === undefined) return <SkeletonText lines={3} />;
  return <ReviewForm key={own?.id ?? 'new'} agentId={agentId} review={own} />;
}
