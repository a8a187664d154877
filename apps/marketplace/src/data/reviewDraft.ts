/**
 * An unpublished review. It survives closing the details, navigation and reloads. Source: this tab's session storage.
 */
export const ratings = ['5', '4', '3', '2', '1'] as const;

export interface ReviewDraft {
  rating: (typeof ratings)[number];
  body: string;
}

const storageKey = (userId: string, agentId: string) => `slipway.review.${userId}.${agentId}`;

export const parseRating = (text: unknown): ReviewDraft['rating'] =>
  ratings.find((rating) => rating === text) ?? '5';

/** The stored draft; undefined when there is none or storage is blocked. */
export function readReviewDraft(userId: string, agentId: string): ReviewDraft | undefined {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(storageKey(userId, agentId)) ?? '{}',
    ) as Partial<ReviewDraft>;
    return typeof stored.body === 'string'
      ? { rating: parseRating(stored.rating), body: stored.body }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the draft; `undefined` deletes it. */
export function storeReviewDraft(userId: string, agentId: string, draft: ReviewDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(storageKey(userId, agentId), JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey(userId, agentId));
  } catch {
    // Storage is full or blocked. The form still holds the text.
  }
}
