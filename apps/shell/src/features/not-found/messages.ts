/** The text of the not-found page. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  notFound: 'Oops! Page not found',
  notFoundText: 'Check the address. The page may have moved.',
  returnHome: 'Return to Home',
});
