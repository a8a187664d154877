/** The reviews of an agent: rating breakdown, the user's review, and all reviews. */
import { useLayoutEffect, useRef, useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Button,
  Distribution,
  ErrorState,
  Select,
  SkeletonText,
  Stack,
  Text,
  toast,
} from '@slipway/design-system';
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
  const reviews = useInfiniteQuery({
    ...reviewQueries.list(agent.id, order),
    // Keep the reviews on screen while another order loads, so that the page keeps its height and the menu its focus.
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetchingNextPage } = reviews;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const ownReview = useQuery({
    ...reviewQueries.own(agent.id, userId ?? ''),
    enabled: userId !== undefined,
  });
  const { data: own } = ownReview;
  const { data: votes } = useQuery({
    ...reviewQueries.votes(agent.id, userId ?? ''),
    enabled: userId !== undefined,
  });
  const isReviewer = userId !== undefined && userId !== agent.creator_id;
  const rows = reviews.data?.pages.flat();

  const list = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (isFetchingNextPage || firstNew.current === undefined) return;
    const item = list.current?.children[firstNew.current];
    firstNew.current = undefined;
    // The button that loaded the last page had the focus and was removed.
    if (item instanceof HTMLElement && document.activeElement === document.body) item.focus();
  }, [isFetchingNextPage]);
  const handleMore = async () => {
    firstNew.current = rows?.length;
    const { isFetchNextPageError } = await reviews.fetchNextPage({ cancelRefetch: false });
    if (isFetchNextPageError) toast.error(t('moreReviewsFailed'), { id: `more-reviews-${agent.id}` });
  };
  // Show both parts together: the later one would move the other. Do not wait for retries.
  const isWaiting = [reviews, ownReview].some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  );
  if (isWaiting) {
    return (
      <div>
        <SkeletonText lines={9} />
      </div>
    );
  }
  return (
    <Stack gap="lg">
      {/* Also before the first review of a user who may write it: shown after it, the breakdown would move the form. */}
      {rows && (rows.length > 0 || isReviewer) && <RatingBreakdown agentId={agent.id} />}
      {isReviewer &&
        (own !== undefined ? (
          <ReviewForm key={userId} agentId={agent.id} userId={userId} review={own} />
        ) : ownReview.isError ? (
          <ErrorState
            title={t('ownReviewFailed')}
            retrying={ownReview.isFetching}
            onRetry={() => void ownReview.refetch()}
          />
        ) : (
          <SkeletonText lines={3} />
        ))}
      {rows?.length === 0 && <Text tone="muted">{t('noReviews')}</Text>}
      {((rows && rows.length > 1) || order !== 'newest') && (
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
        <Stack ref={list} as="ul" role="list" gap="lg" aria-busy={reviews.isPlaceholderData || undefined}>
          {rows.map((review) => (
            <li key={review.id} tabIndex={-1}>
              <ReviewRow
                agentId={agent.id}
                review={review}
                canVote={own !== undefined && own?.id !== review.id && votes !== undefined}
                isHelpful={votes?.has(review.id) ?? false}
              />
            </li>
          ))}
        </Stack>
      ) : reviews.isError ? (
        <ErrorState
          title={t('reviewsFailed')}
          retrying={reviews.isFetching}
          onRetry={() => void reviews.refetch()}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void handleMore()}>
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
