/** The reviews of an agent: rating breakdown, the user's review, and all reviews. */
import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Distribution, ErrorState, Select, SkeletonText, Stack, Text } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import type { Agent } from '../../data/agents';
import { type ReviewOrder, reviewOrders, reviewQueries } from '../../data/reviews';
import { t as shared } from '../../messages';
import { t } from '../details/messages';
import { ReviewForm } from './ReviewForm';
import { ReviewRow } from './ReviewRow';

const ratings = [5, 4, 3, 2, 1];

export function Reviews({ agent }: { agent: Agent }) {
  const session = useSession();
  const [order, setOrder] = useState<ReviewOrder>('newest');
  const reviews = useInfiniteQuery(reviewQueries.list(agent.id, order));
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const { data: own } = useQuery({
    ...reviewQueries.own(agent.id, userId ?? ''),
    enabled: userId !== undefined,
  });
  const { data: votes } = useQuery({
    ...reviewQueries.votes(agent.id, userId ?? ''),
    enabled: userId !== undefined,
  });
  const isReviewer = userId !== undefined && userId !== agent.creator_id;

  if (reviews.isError && reviews.data === undefined) {
    return <ErrorState title={t('reviewsFailed')} onRetry={() => void reviews.refetch()} />;
  }
  const rows = reviews.data?.pages.flat();
  return (
    <Stack gap="lg">
      {rows && rows.length > 0 && <RatingBreakdown agentId={agent.id} />}
      {isReviewer &&
        (own === undefined ? (
          <SkeletonText lines={3} />
        ) : (
          <ReviewForm key={userId} agentId={agent.id} userId={userId} review={own} />
        ))}
      {rows?.length === 0 && <Text tone="muted">{t('noReviews')}</Text>}
      {rows && rows.length > 1 && (
        <Stack direction="row">
          <Select
            inline
            label={shared('sort')}
            value={order}
            options={reviewOrders.map((each) => ({ value: each, label: t(`reviews-${each}`) }))}
            onChange={(event) => {
              setOrder(reviewOrders.find((each) => each === event.target.value) ?? 'newest');
            }}
          />
        </Stack>
      )}
      {rows ? (
        <Stack as="ul" role="list" gap="lg">
          {rows.map((review) => (
            <li key={review.id}>
              <ReviewRow
                agentId={agent.id}
                review={review}
                canVote={own !== undefined && own?.id !== review.id && votes !== undefined}
                isHelpful={votes?.has(review.id) ?? false}
              />
            </li>
          ))}
        </Stack>
      ) : (
        <SkeletonText lines={6} />
      )}
      {reviews.hasNextPage && (
        <Button busy={reviews.isFetchingNextPage} onClick={() => void reviews.fetchNextPage()}>
          {t('moreReviews')}
        </Button>
      )}
    </Stack>
  );
}

/** Hidden when it fails to load: the reviews work without it. */
function RatingBreakdown({ agentId }: { agentId: string }) {
  const { data, isError } = useQuery(reviewQueries.distribution(agentId));
  if (isError) return null;
  return (
    <Distribution
      label={t('ratings')}
      rows={ratings.map((rating) => {
        const count = data?.get(rating) ?? 0;
        return {
          name: t('stars', { rating }),
          value: count,
          description: t('ratingCount', { rating, count }),
        };
      })}
    />
  );
}
