/**
 * What a person wrote about an agent and has not published: closing the details, going to another page or loading it
 * anew loses none of it. Source: the storage of this tab.
 */
export const ratings = ['5', '4', '3', '2', '1'] as const;

export interface ReviewDraft {
  rating: (typeof ratings)[number];
  body: string;
}

const keyOf = (userId: string, agentId: string) => `slipway.review.${userId}.${agentId}`;

export const parseRating = (text: unknown): ReviewDraft['rating'] =>
  ratings.find((rating) => rating === text) ?? '5';

/** Undefined where nothing is kept, or the tab keeps nothing. */
export function keptDraft(userId: string, agentId: string): ReviewDraft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId, agentId)) ?? '{}') as Partial<ReviewDraft>;
    return typeof kept.body === 'string' ? { rating: parseRating(kept.rating), body: kept.body } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. */
export function keepDraft(userId: string, agentId: string, draft: ReviewDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, agentId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(userId, agentId));
  } catch {
    // full, or refused: the form itself still has it
  }
}
