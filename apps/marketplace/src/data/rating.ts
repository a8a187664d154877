/** The mean of whole ratings, from their sum and number; 0 when there are none. */
export const meanRating = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);
