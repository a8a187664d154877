/** The mean rating from the sum and count of ratings; 0 when there are none. */
export const meanRating = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);
