/** The average rating of an agent and the number of its ratings, or that there are none. */
import { Rating } from '@slipway/design-system';
import type { Ratings } from '../data/rating';
import { t } from '../messages';

export const AgentRating = ({ ratings }: { ratings: Ratings }) => (
  <Rating {...ratings} label={t('rating', { ...ratings })} empty={t('unrated')} />
);
