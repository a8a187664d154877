/** The text of the page of a creator. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  allAgents: 'All agents',
  creatorAgents: 'Agents',
  creatorFigureAgents: 'Agents',
  creatorFigureInstalls: 'Installs',
  creatorFigureRating: 'Rating',
  creatorFailed: 'Couldn’t load this creator',
  creatorNotFound: 'This creator has no public agents',
  creatorNotFoundHint: 'They may have been unpublished, or the link may be incomplete.',
});
