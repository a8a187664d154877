/** Writes, changes or deletes one's own review. */
import { type SyntheticEvent, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Select, Stack, TextArea, toast } from '@slipway/design-system';
import { deleteReview, type Review, reviewQueries, saveReview } from '../data/reviews';
import { listingQueries } from '../data/listings';
import { t } from '../messages';

/** As the database has it. */
const MAX_LENGTH = 2000;
const stars = ['5', '4', '3', '2', '1'] as const;

export function ReviewForm({ agentId, review }: { agentId: string; review: Review | null }) {
  const queryClient = useQueryClient();
  const [rating, setRating] = useState(String(review?.rating ?? 5));
  const [body, setBody] = useState(review?.body ?? '');
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: reviewQueries.all(agentId) }),
      queryClient.invalidateQueries({ queryKey: listingQueries.all() }),
    ]);
  const save = useMutation({
    mutationFn: saveReview,
    networkMode: 'always',
    onSuccess: () => toast.success(t('reviewSaved')),
    onError: () => toast.error(t('reviewFailed')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: deleteReview,
    networkMode: 'always',
    onSuccess: () => toast.success(t('reviewDeleted')),
    onError: () => toast.error(t('reviewFailed')),
    onSettled,
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ id: review?.id, agentId, rating: Number(rating), body: body.trim() || null });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md">
        <Select
          label={t('yourRating')}
          options={stars.map((value) => ({ value, label: t('stars', { rating: Number(value) }) }))}
          value={rating}
          onChange={(event) => {
            setRating(event.target.value);
          }}
        />
        <TextArea
          label={t('yourReview')}
          dir="auto"
          maxLength={MAX_LENGTH}
          counted={MAX_LENGTH}
          value={body}
          onChange={(event) => {
            setBody(event.target.value);
          }}
        />
        <Stack direction="row" gap="sm" wrap>
          <Button type="submit" busy={save.isPending}>
            {t(review ? 'changeReview' : 'sendReview')}
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
