/** Ratings of an agent, from 1 to 5. */
export interface Ratings {
  /** The mean; 0 when there are none. */
  average: number;
  count: number;
}

/** The mean rating from the sum and count of ratings; 0 when there are none. */
export const meanRating = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);

export const listingRatings = ({
  rating_sum,
  review_count,
}: {
  rating_sum: number;
  review_count: number;
}): Ratings => ({ average: meanRating(rating_sum, review_count), count: review_count });

/** From the number of ratings of each value. */
export function distributionRatings(distribution: ReadonlyMap<number, number>): Ratings {
  const rows = [...distribution];
  const count = rows.reduce((sum, [, each]) => sum + each, 0);
  return {
    average: meanRating(
      rows.reduce((sum, [rating, each]) => sum + rating * each, 0),
      count,
    ),
    count,
  };
}
