/** Creates, updates or deletes the user's review. The tab stores the draft until it is published. */
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { useExclusiveMutation } from '@slipway/data';
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

const draftOf = (review: Review | null): ReviewDraft => ({
  rating: parseRating(String(review?.rating)),
  body: review?.body ?? '',
});

type Content = Pick<Parameters<typeof saveReview>[0], 'rating' | 'body'>;

const reviewOf = ({ rating, body }: ReviewDraft): Content => ({
  rating: Number(rating),
  body: body.trim() || null,
});

const isEqual = (one: Content, other: Content) => one.rating === other.rating && one.body === other.body;

export function ReviewForm({ agentId, userId, review }: ReviewFormProps) {
  const queryClient = useQueryClient();
  const rating = useRef<HTMLSelectElement>(null);
  /** Undefined until the user edits: the form shows the published review. */
  const [edited, setEdited] = useState(() => readReviewDraft(userId, agentId));
  const draft = edited ?? draftOf(review);
  const [isMissing, setMissing] = useState(false);
  const change = (values: Partial<ReviewDraft>) => {
    const next = { ...draft, ...values };
    setEdited(next);
    storeReviewDraft(userId, agentId, next);
  };
  // The button that deleted the review had the focus and was removed.
  const wasPublished = useRef(review !== null);
  useLayoutEffect(() => {
    if (wasPublished.current && !review && document.activeElement === document.body) rating.current?.focus();
    wasPublished.current = review !== null;
  }, [review]);
  /** One id: the toast about a publication replaces an earlier one with Undo. */
  const toastId = `review-${agentId}`;
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: reviewQueries.all(agentId) }),
      queryClient.invalidateQueries({ queryKey: listingQueries.all() }),
    ]);
  const save = useExclusiveMutation({
    mutationKey: [...reviewQueries.all(agentId), 'save'],
    mutationFn: saveReview,
    onSuccess: (_, published) => {
      const typed = readReviewDraft(userId, agentId);
      // Text that was typed during the save stays a draft.
      if (typed && isEqual(reviewOf(typed), published)) storeReviewDraft(userId, agentId, undefined);
      toast.success(t('reviewSaved'), { id: toastId });
    },
    onError: (error) => {
      const isChanged = isAppError(error) && (error.code === 'conflict' || error.code === 'not_found');
      toast.error(t(isChanged ? 'reviewChangedElsewhere' : 'reviewFailed'), { id: toastId });
    },
    onSettled,
  });
  /** Separate from `save`, which would discard text that the user has typed since the deletion. */
  const restore = useExclusiveMutation({
    mutationKey: [...reviewQueries.all(agentId), 'restore'],
    mutationFn: saveReview,
    onSuccess: () => toast.success(t('reviewRestored'), { id: toastId }),
    onError: () => toast.error(t('reviewFailed'), { id: toastId }),
    onSettled,
  });
  const remove = useExclusiveMutation({
    mutationKey: [...reviewQueries.all(agentId), 'remove'],
    mutationFn: ({ id }: Review) => deleteReview(id),
    onSuccess: (_, deleted) => {
      storeReviewDraft(userId, agentId, undefined);
      setEdited(undefined);
      const onPress = () => {
        // The pressed button is removed with its toast.
        rating.current?.focus();
        restore.mutate({ id: undefined, agentId, rating: deleted.rating, body: deleted.body });
      };
      toast.success(t('reviewDeleted'), { id: toastId, action: { label: t('undo'), onPress } });
    },
    onError: () => toast.error(t('reviewDeleteFailed'), { id: toastId }),
    onSettled,
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setMissing(draft.rating === '');
    if (draft.rating === '') {
      rating.current?.focus();
      return;
    }
    save.mutate({ id: review?.id, agentId, ...reviewOf(draft) });
  };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack gap="md">
        <Select
          ref={rating}
          label={t('yourRating')}
          required
          placeholder={t('chooseRating')}
          error={isMissing && draft.rating === '' ? t('chooseRating') : undefined}
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
                remove.mutate(review);
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
