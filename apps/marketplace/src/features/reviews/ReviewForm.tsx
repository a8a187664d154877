/** Creates, updates or deletes the user's review. The tab stores the draft until it is published. */
import { type SyntheticEvent, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Select, Stack, TextArea, toast } from '@slipway/design-system';
import {
  storeReviewDraft,
  readReviewDraft,
  parseRating,
  ratings,
  type ReviewDraft,
} from '../../data/reviewDraft';
import { deleteReview, type Review, reviewQueries, saveReview } from '../../data/reviews';
import { listingQueries } from '../../data/listings';
import { t } from '../details/messages';

/** The limit of `agent_reviews.body`. */
const MAX_LENGTH = 2000;

interface ReviewFormProps {
  agentId: string;
  userId: string;
  /** The published review; null when there is none. */
  review: Review | null;
}

export function ReviewForm({ agentId, userId, review }: ReviewFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<ReviewDraft>(
    () =>
      readReviewDraft(userId, agentId) ?? {
        rating: parseRating(String(review?.rating)),
        body: review?.body ?? '',
      },
  );
  const change = (values: Partial<ReviewDraft>) => {
    const next = { ...draft, ...values };
    setDraft(next);
    storeReviewDraft(userId, agentId, next);
  };
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: reviewQueries.all(agentId) }),
      queryClient.invalidateQueries({ queryKey: listingQueries.all() }),
    ]);
  const save = useMutation({
    mutationFn: saveReview,
    onSuccess: () => {
      storeReviewDraft(userId, agentId, undefined);
      toast.success(t('reviewSaved'));
    },
    onError: () => toast.error(t('reviewFailed')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: deleteReview,
    onSuccess: () => {
      storeReviewDraft(userId, agentId, undefined);
      toast.success(t('reviewDeleted'));
    },
    onError: () => toast.error(t('reviewFailed')),
    onSettled,
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ id: review?.id, agentId, rating: Number(draft.rating), body: draft.body.trim() || null });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md">
        <Select
          label={t('yourRating')}
          options={ratings.map((value) => ({ value, label: t('stars', { rating: Number(value) }) }))}
          value={draft.rating}
          onChange={(event) => {
            change({ rating: parseRating(event.target.value) });
          }}
        />
        <TextArea
          label={t('yourReview')}
          dir="auto"
          maxLength={MAX_LENGTH}
          characterLimit={MAX_LENGTH}
          value={draft.body}
          onChange={(event) => {
            change({ body: event.target.value });
          }}
        />
        <Stack direction="row" gap="sm" wrap>
          <Button type="submit" busy={save.isPending}>
            {t(review ? 'saveReview' : 'publishReview')}
          </Button>
          {review && (
            <Button
              variant="quiet"
              busy={remove.isPending}
              onClick={() => {
                remove.mutate(review.id);
              }}
            >
              {t('deleteReview')}
            </Button>
          )}
        </Stack>
      </Stack>
    </form>
  );
}
