/**
 * An unpublished review. It survives closing the details, navigation and reloads, until the user signs out. Source: this tab's
 * session storage.
 */
import { userStorageKey } from '@slipway/session';
import { createStoredValue, json } from '@slipway/state';

export const ratings = ['5', '4', '3', '2', '1'] as const;

export interface ReviewDraft {
  /** Empty until the user chooses one. */
  rating: (typeof ratings)[number] | '';
  body: string;
}

export const parseRating = (text: unknown): ReviewDraft['rating'] =>
  ratings.find((rating) => rating === text) ?? '';

const stored = (userId: string, agentId: string) =>
  createStoredValue(
    () => sessionStorage,
    userStorageKey(userId, `marketplace.review.${agentId}`),
    json((value): ReviewDraft | undefined => {
      const { rating, body } = (value ?? {}) as Partial<ReviewDraft>;
      return typeof body === 'string' ? { rating: parseRating(rating), body } : undefined;
    }),
  );

/** The stored draft; undefined when there is none or storage is blocked. */
export const readReviewDraft = (userId: string, agentId: string): ReviewDraft | undefined =>
  stored(userId, agentId).get();

/** Stores the draft; `undefined` deletes it. Where storage is blocked, only the form has the text. */
export function storeReviewDraft(userId: string, agentId: string, draft: ReviewDraft | undefined): void {
  if (draft) stored(userId, agentId).set(draft);
  else stored(userId, agentId).remove();
}
